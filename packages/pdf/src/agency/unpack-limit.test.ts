import { deflateSync } from "node:zlib";
import { PDFDocument, PDFName, PDFRawStream } from "@cantoo/pdf-lib";
import { smallBlank } from "@withholding-forms/testing/pdf/blank";
import { expect, test } from "vitest";
import { cleanAgencyFile } from "./clean.js";
import { openWithinLimit } from "./unpack-limit.js";

const tooLarge = "The file needs more than 100 MB to unpack.";

interface Packed {
  readonly filters: readonly string[];
  readonly bytes: Uint8Array;
}

/** A whole PDF with further streams. */
async function withStreams(...streams: readonly Packed[]): Promise<Uint8Array> {
  const document = await PDFDocument.load(await smallBlank());
  for (const { filters, bytes } of streams) {
    const dict = document.context.obj({ Filter: filters.map((name) => PDFName.of(name)) });
    document.context.register(PDFRawStream.of(dict, bytes));
  }
  return document.save();
}

const flate = (size: number): Packed => ({
  filters: ["FlateDecode"],
  bytes: deflateSync(Buffer.alloc(size)),
});
const twice = (size: number): Packed => ({
  filters: ["FlateDecode", "FlateDecode"],
  bytes: deflateSync(deflateSync(Buffer.alloc(size))),
});
const hex = (size: number): Packed => ({
  filters: ["ASCIIHexDecode", "FlateDecode"],
  bytes: Buffer.from(`${deflateSync(Buffer.alloc(size)).toString("hex")}>`),
});
/** Runs of 128 zeros each. */
const runs = (size: number): Packed => ({
  filters: ["FlateDecode", "RunLengthDecode"],
  bytes: deflateSync(Buffer.alloc(size / 64, Buffer.from([129, 0]))),
});

test.each([
  ["packed once", flate],
  ["packed twice", twice],
  ["written in hexadecimal", hex],
  ["packed as runs", runs],
])("a file that unpacks to more than 100 MB is rejected before it is taken apart: %s", async (_, packed) => {
  const bomb = await withStreams(packed(128_000_000));
  expect(bomb.length).toBeLessThan(500_000);
  await expect(cleanAgencyFile(bomb)).rejects.toThrow(tooLarge);
});

test("an object stream that is packed twice is rejected while the file is read", async () => {
  const { bytes } = twice(128_000_000);
  const blank = Buffer.from(await smallBlank()).toString("latin1");
  const dict = "/Type/ObjStm/N 1/First 4/Filter[/FlateDecode/FlateDecode]";
  const stream = `9999 0 obj\n<<${dict}/Length ${bytes.length}>>stream\n${Buffer.from(bytes).toString("latin1")}\nendstream\nendobj\n`;
  const at = blank.indexOf("\n", blank.indexOf("%PDF-")) + 1;
  const bomb = Buffer.from(blank.slice(0, at) + stream + blank.slice(at), "latin1");
  await expect(cleanAgencyFile(bomb)).rejects.toThrow(tooLarge);
});

test("what counts is the sum of all streams and all filters", async () => {
  const streams = [flate(400_000), twice(400_000), hex(400_000)];
  const file = await withStreams(...streams);
  const open = () => PDFDocument.load(file);
  // A decoder reserves memory in powers of two: three times 524,288 bytes, and little for the rest of the file.
  expect((await openWithinLimit(open, 2_000_000)).getPageCount()).toBe(1);
  await expect(openWithinLimit(open, 1_500_000)).rejects.toThrow("needs more than 1.5 MB");
});

test("streams that are damaged or use another filter are left to the libraries", async () => {
  const file = await withStreams(
    { filters: ["FlateDecode"], bytes: Buffer.from("x") },
    { filters: ["DCTDecode"], bytes: Buffer.from("x") },
    { filters: [], bytes: Buffer.from("x") },
  );
  expect((await cleanAgencyFile(file)).length).toBeGreaterThan(0);
});

test("limits of files that are opened at the same time are separate", async () => {
  const file = await withStreams(flate(400_000));
  const open = () => PDFDocument.load(file);
  const opened = await Promise.all([openWithinLimit(open, 1_000_000), openWithinLimit(open, 1_000_000)]);
  expect(opened.map((one) => one.getPageCount())).toEqual([1, 1]);
});
