import type { ServerResponse } from "node:http";

export const ndjsonType = "application/x-ndjson";

/** Whether the response is a stream of lines that has started. */
export function isStream(response: ServerResponse): boolean {
  return response.headersSent && response.getHeader("content-type") === ndjsonType;
}

export interface Line {
  /** From 1; empty lines count, too. */
  readonly number: number;
  /** Undefined if the line is too long: it is read and dropped. */
  readonly bytes: Buffer | undefined;
}

const newline = 0x0a;
/** A caller can send a line in pieces of one byte. */
const maxParts = 256;

/** The lines of a body, except for empty ones. */
export async function* linesOf(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let length = 0;
  let number = 0;
  const keep = (part: Buffer): void => {
    length += part.length;
    if (length > maxBytes) parts = [];
    else if (parts.push(part) > maxParts) parts = [Buffer.concat(parts)];
  };
  const take = (): Line[] => {
    const bytes = length > maxBytes ? undefined : Buffer.concat(parts);
    parts = [];
    length = 0;
    number += 1;
    return bytes?.every(isSpace) ? [] : [{ number, bytes }];
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      keep(chunk.subarray(start, end));
      yield* take();
      start = end + 1;
    }
    // A copy, because what is left of the chunk may be small.
    if (start < chunk.length) keep(Buffer.from(chunk.subarray(start)));
  }
  yield* take();
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}
