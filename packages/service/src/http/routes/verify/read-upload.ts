import type { IncomingMessage } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { BusboyHeaders, BusboyInstance } from "@fastify/busboy";

/** Much larger than any completed form. */
export const maxFileBytes = 4 * 1024 * 1024;

/** The file, and the lines around it. */
const maxBodyBytes = maxFileBytes + 16 * 1024;

const limits = {
  files: 1,
  fileSize: maxFileBytes,
  fields: 4,
  fieldNameSize: 100,
  fieldSize: 1024,
  parts: 5,
  headerPairs: 16,
  headerSize: 4096,
};

/** The parser reads the whole of what it gets, and 64 KB of tiny parts take it 14 ms. So it gets little at a time. */
const sliceBytes = 4096;
/** With a boundary of 70 characters, the longest that the standard allows. A longer one makes bodies expensive to search. */
const maxTypeLength = 120;

type UploadProblem = "NO_FILE" | "TOO_LARGE";
export type Upload = { readonly file: Uint8Array } | { readonly problem: UploadProblem };

/** Reads the file of a form, and nothing after the first part that such a form does not have. */
export async function readUpload(request: IncomingMessage): Promise<Upload> {
  const parser = await parserOf(request);
  if (parser === undefined) return { problem: "NO_FILE" };
  const chunks: Buffer[] = [];
  let problem: UploadProblem | undefined;
  const reject = (reason: UploadProblem) => (): void => {
    problem ??= reason;
  };
  parser.on("file", (name, stream) => {
    if (name !== "file") reject("NO_FILE")();
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("limit", reject("TOO_LARGE"));
    stream.on("error", reject("NO_FILE"));
  });
  parser.on("partsLimit", reject("NO_FILE"));
  parser.on("filesLimit", reject("NO_FILE"));
  parser.on("fieldsLimit", reject("NO_FILE"));
  parser.on("error", reject("NO_FILE"));
  let isFinished = false;
  parser.on("finish", () => {
    isFinished = true;
  });
  let received = 0;
  try {
    // The connection stays open after a problem, for the response.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      received += chunk.length;
      if (received > maxBodyBytes) reject("TOO_LARGE")();
      for (let at = 0; at < chunk.length && problem === undefined; at += sliceBytes)
        parser.write(chunk.subarray(at, at + sliceBytes));
      if (problem !== undefined) return { problem };
    }
  } catch {
    // The caller is gone.
    return { problem: "NO_FILE" };
  }
  parser.end();
  // The parser has everything, so it finishes in this turn of the event loop. After some damaged bodies, it never
  // finishes.
  await nextTurn();
  if (!isFinished || chunks.length === 0) reject("NO_FILE")();
  return problem === undefined ? { file: joined(chunks) } : { problem };
}

/** Undefined if the headers do not describe a form. */
async function parserOf({ headers }: IncomingMessage): Promise<BusboyInstance | undefined> {
  // Loaded with the first upload: most processes get none.
  const { Busboy } = await import("@fastify/busboy");
  if ((headers["content-type"] ?? "").length > maxTypeLength) return undefined;
  try {
    // A file stream that fills up would pause the parser, which then fails at the end of the body, outside of our reach.
    return new Busboy({ headers: headers as BusboyHeaders, limits, fileHwm: maxBodyBytes });
  } catch {
    return undefined;
  }
}

/** In a separate buffer, which can be transferred to a thread. */
function joined(chunks: readonly Buffer[]): Uint8Array {
  const file = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    file.set(chunk, at);
    at += chunk.length;
  }
  return file;
}
