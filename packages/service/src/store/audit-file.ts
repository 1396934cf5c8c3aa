import { type BigIntStats, constants, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { auditChain } from "./audit-chain.js";
import type { AuditEvent, ChainedEvent } from "./audit-event.js";
import { auditFilesIn, eventOf, identityOf, lineEnd, lineOf, linesIn, plainEvent } from "./audit-lines.js";
import { grouped } from "./grouped.js";
import { type AuditLog, StoreError, type TimeRange } from "./store.js";

/** Look-ups are in `audit-index.ts`. */
export interface FileAuditLog extends Pick<AuditLog, "record" | "events" | "stored"> {
  close(): Promise<void>;
}

/**
 * JSON lines in `audit.jsonl`, flushed to the disk before the signature is returned. The file can be moved away at any
 * time, and several processes may append to it. Throws a StoreError where something else than a file is in its place.
 */
export function fileAuditLog(dataDir: string): FileAuditLog {
  const path = join(dataDir, "audit.jsonl");
  const there = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (there !== undefined) needFile(there);
  const file = appendedFile(path);
  const chain = auditChain({
    lastHash: () => lastHashIn(dataDir),
    write: (events) => file.append(events.map(lineOf).join("")),
  });

  const record = grouped<AuditEvent>(chain.append, 1000);
  /** Of the latest event. Those before have ended when it has. */
  let recorded: Promise<void> = Promise.resolve();

  async function* events({ from = -Infinity, to = Infinity }: TimeRange): AsyncIterable<AuditEvent> {
    for await (const event of readAll(dataDir)) {
      const time = Date.parse(event.time);
      if (time >= from && time < to) yield plainEvent(event);
    }
  }

  return {
    record(event) {
      recorded = record(event);
      return recorded;
    },
    events,
    stored: () => readAll(dataDir),
    async close() {
      // Also for those that come while it waits: events that a request waits for are still written.
      let last: Promise<void> | undefined;
      while (last !== recorded) {
        last = recorded;
        await last.catch(() => {});
      }
      await file.close();
    },
  };
}

/** A device or a pipe would accept every event and store none; a link to a file is OK. */
function needFile(there: BigIntStats): void {
  if (!there.isFile())
    throw new StoreError("UNUSABLE", "audit.jsonl is not a regular file, so no audit event would be kept.");
}

interface AppendedFile {
  /** Appends complete lines; no line is lost or mixed with another process's. */
  append(lines: string): Promise<void>;
  close(): Promise<void>;
}

/** On Linux a write to a file opened so is on the disk when it returns, which spares a second call; elsewhere not surely. */
const flushing = process.platform === "linux" ? constants.O_DSYNC : 0;

/**
 * The file stays open between writes, because each call that waits for a thread costs as much as half a completed form. For
 * the same reason it is looked at without one, as the key store next to it is.
 */
function appendedFile(path: string): AppendedFile {
  let file: FileHandle | undefined;
  let identity = "";
  /** Where our last line ends. */
  let end = 0n;

  /** The size of the file that is in its place now, once that is the one that is open. */
  async function look(): Promise<bigint> {
    const there = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (there !== undefined) needFile(there);
    if (file !== undefined && there !== undefined && identityOf(there) === identity) return there.size;
    await close();
    file = await open(path, constants.O_APPEND | constants.O_CREAT | constants.O_RDWR | flushing, 0o600);
    const opened = await file.stat({ bigint: true });
    needFile(opened);
    identity = identityOf(opened);
    end = 0n;
    return opened.size;
  }

  async function write(lines: string): Promise<void> {
    const size = await look();
    const opened = file as FileHandle;
    // A failed write, ours or another process's, may have left an incomplete line; the next one must not continue it.
    const bytes = Buffer.from(size === end || (await isWhole(opened, size)) ? lines : `\n${lines}`);
    // In one piece: between two, another process could put its own lines.
    const { bytesWritten } = await opened.write(bytes);
    if (bytesWritten !== bytes.length)
      throw new StoreError("UNREACHABLE", "Only a part of the audit events could be written.");
    if (flushing === 0) await opened.datasync();
    end = size + BigInt(bytesWritten);
  }

  async function close(): Promise<void> {
    const opened = file;
    file = undefined;
    await opened?.close();
  }

  return {
    async append(lines) {
      try {
        await write(lines);
      } catch (error) {
        await close().catch(() => {});
        throw error;
      }
    },
    close,
  };
}

async function isWhole(file: FileHandle, size: bigint): Promise<boolean> {
  if (size === 0n) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, Number(size) - 1);
  return buffer[0] === lineEnd;
}

/** Hash of the newest event that has one, from the end of the newest file that has an event. */
async function lastHashIn(dataDir: string): Promise<string> {
  for (const { path } of (await auditFilesIn(dataDir)).reverse()) {
    const file = await open(path, constants.O_RDONLY);
    try {
      const { size } = await file.stat();
      const length = Math.min(size, tailBytes);
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
      const events = buffer
        .toString("utf8")
        .split("\n")
        .flatMap((line) => eventOf(line) ?? []);
      if (events.length > 0) return events.at(-1)?.hash ?? "";
    } finally {
      await file.close();
    }
  }
  return "";
}

/** Much longer than an event. */
const tailBytes = 64 * 1024;

/** Events of all files, oldest file first. */
async function* readAll(dataDir: string): AsyncGenerator<ChainedEvent, void, void> {
  for (const { path } of await auditFilesIn(dataDir)) {
    for await (const line of linesIn(path)) {
      const event = eventOf(line);
      if (event !== undefined) yield event;
    }
  }
}
