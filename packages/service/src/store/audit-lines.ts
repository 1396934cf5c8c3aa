import { createReadStream } from "node:fs";
import { type FileHandle, open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { AuditEvent, ChainedEvent } from "./audit-event.js";

export interface AuditFile {
  readonly path: string;
  /** Device and inode: the same after the file was moved. */
  readonly identity: string;
  readonly size: number;
  /** In nanoseconds. */
  readonly changed: bigint;
}

/** The audit file and its rotated files (`audit.1.jsonl`, `audit.jsonl.1`), oldest first. */
export async function auditFilesIn(dataDir: string): Promise<AuditFile[]> {
  const names = (await readdir(dataDir)).filter((name) => /^audit[^/]*\.jsonl(?:[.-][0-9]+)*$/.test(name));
  const files = await Promise.all(names.map((name) => auditFileAt(join(dataDir, name))));
  return files.filter((file) => file !== undefined).sort((one, other) => Number(one.changed - other.changed));
}

/** Undefined if it was moved or deleted in the meantime. */
async function auditFileAt(path: string): Promise<AuditFile | undefined> {
  try {
    const stats = await stat(path, { bigint: true });
    return { path, identity: identityOf(stats), size: Number(stats.size), changed: stats.mtimeNs };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** The number of an inode alone may be that of a file on another disk, which was mounted here in the meantime. */
export function identityOf({ dev, ino }: { readonly dev: bigint; readonly ino: bigint }): string {
  return `${dev} ${ino}`;
}

/** Undefined if another file is in its place now, or none. */
export async function openSame(file: AuditFile): Promise<FileHandle | undefined> {
  try {
    const handle = await open(file.path, "r");
    if (identityOf(await handle.stat({ bigint: true })) === file.identity) return handle;
    await handle.close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  return undefined;
}

export async function readAt(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset);
  return buffer.subarray(0, bytesRead);
}

/** A line feed. */
export const lineEnd = 10;

/** The time comes first: a reader finds an event behind a torn line by it. */
export function lineOf({ time, ...others }: ChainedEvent): string {
  return `${JSON.stringify({ time, ...others })}\n`;
}

/**
 * What a torn line has before the event that follows it in the same line is skipped. An event in any other spelling than
 * `lineOf` writes is none, because the index would not find it.
 */
export function eventOf(line: string): ChainedEvent | undefined {
  const start = line.lastIndexOf('{"time":');
  if (start === -1) return undefined;
  const text = line.slice(start);
  try {
    const event = JSON.parse(text) as ChainedEvent;
    return lineOf(event) === `${text}\n` ? event : undefined;
  } catch {
    return undefined;
  }
}

/** Only a line feed ends a line. */
export async function* linesIn(path: string): AsyncGenerator<string, void, void> {
  let rest = "";
  for await (const chunk of createReadStream(path, "utf8")) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** Without its place in the chain. */
export function plainEvent(event: ChainedEvent): AuditEvent {
  const { writer: _writer, sequence: _sequence, previous: _previous, hash: _hash, ...plain } = event;
  return plain;
}
