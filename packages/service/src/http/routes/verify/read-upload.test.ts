import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { readUpload } from "./read-upload.js";

const chunkBytes = 64 * 1024;

/** A request whose body has this text again and again, and how much of it was read. */
function endless(start: string, text: string): { readonly request: IncomingMessage; read(): number } {
  let read = 0;
  const source = function* () {
    yield Buffer.from(start);
    for (; read < 64; read += 1) yield Buffer.from(text.repeat(Math.ceil(chunkBytes / text.length)));
  };
  const body = Readable.from(source(), { objectMode: false, highWaterMark: chunkBytes });
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  return { request: Object.assign(body, { headers }) as unknown as IncomingMessage, read: () => read };
}

const field = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n';

test.each([
  ["tiny parts", "", field],
  ["parts without a name", "", "--x\r\n\r\n\r\n"],
  ["tiny files", "", field.replace('"a"', '"file"; filename="a"')],
])("stops at the first of many %s that a form does not have", async (_, start, text) => {
  const { request, read } = endless(start, text);
  expect(await readUpload(request)).toEqual({ problem: "NO_FILE" });
  expect(read()).toBeLessThanOrEqual(3);
});

test("does not take endless headers for a file", async () => {
  const { request } = endless("--x\r\n", "a: b\r\n");
  expect(await readUpload(request)).toEqual({ problem: "NO_FILE" });
});

test("does not wait for a parser that damaged boundaries keep from finishing", async () => {
  const { request } = endless("", "\r\n--x-");
  expect(await readUpload(request)).toEqual({ problem: "NO_FILE" });
});

test("stops at 4 MB before the first part", async () => {
  const { request } = endless("", "a");
  expect(await readUpload(request)).toEqual({ problem: "NO_FILE" });
  const { request: longer } = endless("a".repeat(100_000), "a");
  expect(await readUpload(longer)).toEqual({ problem: "TOO_LARGE" });
});

test("a caller that goes away in the middle is no error of ours", async () => {
  const source = async function* () {
    yield Buffer.from(field);
    throw Object.assign(new Error("aborted"), { code: "ECONNRESET" });
  };
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const request = Object.assign(Readable.from(source(), { objectMode: false }), { headers });
  expect(await readUpload(request as unknown as IncomingMessage)).toEqual({ problem: "NO_FILE" });
});

test("is not ended by a body that stops in a part after the file", async () => {
  const start = `--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${"q".repeat(40_000)}`;
  const body = Readable.from([Buffer.from(`${start}${"\r\n--x\r\n\r\n".repeat(8)}`)]);
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const request = Object.assign(body, { headers }) as unknown as IncomingMessage;
  expect(await readUpload(request)).toEqual({ problem: "NO_FILE" });
});

test("takes no boundary that is longer than the standard allows", async () => {
  const { request, read } = endless("", "\r");
  request.headers["content-type"] = `multipart/form-data; boundary=${"-".repeat(252)}`;
  expect(await readUpload(request)).toEqual({ problem: "NO_FILE" });
  expect(read()).toBe(0);
});
