import type { FileHandle } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Entry, type FileRow, type IndexDatabase, segmentBytes } from "./audit-index-database.js";
import { type AuditFile, lineEnd, openSame, readAt } from "./audit-lines.js";

/** Adds what was appended. Several processes may do it at the same time. */
export async function indexFile(
  index: IndexDatabase,
  file: AuditFile,
  known: FileRow | undefined,
  rest: () => Promise<void>,
): Promise<void> {
  const version = `${file.size} ${file.changed}`;
  if (known?.version === version) return;
  const handle = await openSame(file);
  if (handle === undefined) return;
  try {
    let row = known !== undefined && (await isContinued(handle, known)) ? known : undefined;
    let isAtEnd = false;
    while (!isAtEnd) {
      const from = row ?? (await index.startOver(file, known));
      const chunk = await readAt(handle, from.end, chunkBytes);
      isAtEnd = chunk.length < chunkBytes;
      const done = { ...addedTo(from, chunk), version: isAtEnd ? version : "" };
      row = await index.addEntries(from, done, entriesIn(chunk, from.end));
      // Another process was faster.
      isAtEnd &&= row?.end === done.end;
      if (!isAtEnd) await rest();
    }
  } finally {
    await handle.close();
  }
}

async function isContinued(handle: FileHandle, { end, tail }: FileRow): Promise<boolean> {
  const length = tail.length / 2;
  return (await readAt(handle, end - length, length)).toString("hex") === tail;
}

/** Where the index ends after this chunk: after its last whole line. */
function addedTo({ end }: FileRow, chunk: Buffer): Pick<FileRow, "end" | "tail"> {
  const lines = chunk.lastIndexOf(lineEnd) + 1;
  const length = lines === 0 && chunk.length === chunkBytes ? chunkBytes : lines;
  return { end: end + length, tail: chunk.toString("hex", Math.max(0, length - tailBytes), length) };
}

/** Digests in a part of a file, each with the start of its line. Also those of a last line that is not whole yet. */
function entriesIn(chunk: Buffer, start: number): Entry[] {
  const entries: Entry[] = [];
  let line = start;
  // One character per byte, so that an index in the text is an offset in the file.
  for (const { 1: key, index } of chunk.toString("latin1").matchAll(keyPattern))
    if (key === undefined) line = start + index + 1;
    else entries.push([key.slice(0, keyLength), line]);
  return entries;
}

const keyPattern = /\n|"(?:sha256|idempotencyKey)":"([^"\n]+)"/g;

/** Forgets files that are gone, and deletes their entries a few at a time. */
export async function forgetFiles(
  index: IndexDatabase,
  known: readonly FileRow[],
  files: readonly AuditFile[],
): Promise<void> {
  const present = new Set(files.map(({ identity }) => identity));
  for (const { id, identity } of known)
    if (identity !== null && !present.has(identity)) await index.forget(id);
  for (const { id, identity, end } of await index.files()) {
    if (identity !== null) continue;
    for (let segment = Math.floor(end / segmentBytes); segment >= 0; segment--) {
      await index.deleteEntries(id, segment);
      await nextTurn();
    }
    await index.deleteFile(id);
  }
}

/** Bytes of a file that are indexed at a time: a few milliseconds of work. */
const chunkBytes = 256 * 1024;
/** Characters of a digest. The line itself says whether it is the one. */
export const keyLength = 16;
/** Bytes before the end of what is indexed. If they changed, the file was truncated or replaced. */
const tailBytes = 128;
