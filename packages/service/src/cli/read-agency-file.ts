import { closeSync, openSync, readSync } from "node:fs";
import { OperatorError } from "../operator-error.js";
import { reasonOf } from "./files.js";

/** Far more than any withholding certificate. */
export const maxBytes = 20_000_000;

/** For commands whose errors about a file of another kind would not be clear. */
export function readAgencyPdf(path: string): Uint8Array {
  const file = readAgencyFile(path);
  if (Buffer.from(file.subarray(0, 1024)).includes("%PDF-")) return file;
  throw new OperatorError(`${path} is not a PDF.`);
}

export function readAgencyFile(path: string): Uint8Array {
  const file = Buffer.alloc(maxBytes + 1);
  let length = 0;
  try {
    const descriptor = openSync(path, "r");
    try {
      // Read to the end instead of asking for the size: a pipe has none.
      for (let read = -1; read !== 0 && length <= maxBytes; length += read)
        read = readSync(descriptor, file, length, file.length - length, null);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw new OperatorError(`${path} cannot be read: ${reasonOf(error)}.`);
  }
  if (length > maxBytes) throw new OperatorError(`${path} is larger than ${maxBytes / 1e6} MB.`);
  return file.subarray(0, length);
}
