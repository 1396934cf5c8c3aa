import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { OperatorError } from "../operator-error.js";
import { parseJson } from "../problems/parse-json.js";

/** A JSON document from a file, or from standard input for `-`. */
export function readJson(path: string): unknown {
  const shown = nameOf(path);
  const parsed = parseJson(readBytes(path));
  if (parsed === undefined) throw new OperatorError(`${shown} is not valid JSON in UTF-8.`);
  if (parsed.duplicate !== undefined)
    throw new OperatorError(`${shown} has a duplicate member: ${parsed.duplicate}.`);
  return parsed.value;
}

/** Lines of a file, or of standard input for `-`; empty ones are left out. */
export function readLines(path: string): string[] {
  return readBytes(path)
    .toString("utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
}

/** A file, or standard input for `-`. */
export function readBytes(path: string): Buffer {
  try {
    return readFileSync(path === "-" ? 0 : path);
  } catch (error) {
    throw new OperatorError(`${nameOf(path)} cannot be read: ${reasonOf(error)}.`);
  }
}

function nameOf(path: string): string {
  return path === "-" ? "standard input" : path;
}

/** Writes the complete file or nothing, whatever happens in the meantime. Only its owner can read it. */
export function writeWhole(path: string, bytes: Uint8Array | string): void {
  const part = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  try {
    const file = openSync(part, "w", 0o600);
    try {
      writeAll(file, typeof bytes === "string" ? Buffer.from(bytes) : bytes);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw new OperatorError(`${path} cannot be written: ${reasonOf(error)}.`);
  }
}

/** A single write can be partial, for example on a nearly full disk. */
export function writeAll(file: number, ...parts: readonly Uint8Array[]): void {
  for (const bytes of parts) for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code === undefined ? undefined : reasons[code]) ?? code ?? message;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "no such file or folder",
  EACCES: "permission denied",
  EPERM: "operation not permitted",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is not a folder",
  EEXIST: "it already exists",
  ENOSPC: "the disk is full",
  EROFS: "the disk is read-only",
};
