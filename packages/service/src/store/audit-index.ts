import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { AuditEvent, ChainedEvent } from "./audit-event.js";
import type { FileAuditLog } from "./audit-file.js";
import { forgetFiles, indexFile, keyLength } from "./audit-index-build.js";
import { indexDatabase, isDamage, type Place } from "./audit-index-database.js";
import {
  type AuditFile,
  auditFilesIn,
  eventOf,
  lineEnd,
  openSame,
  plainEvent,
  readAt,
} from "./audit-lines.js";
import { shareRuns } from "./share-runs.js";
import { type AuditLog, type SignatureClaim, StoreError } from "./store.js";

export interface AuditIndex extends Pick<AuditLog, "eventsOf"> {
  /** The event of a signature claim that was not completed. */
  eventOfClaim(claim: Pick<SignatureClaim, "id" | "time">): Promise<AuditEvent | undefined>;
  /** Keeps the index current in the background, so that a look-up has little to read. */
  prepareLookups(): void;
  close(): Promise<void>;
}

/**
 * Finds events in the audit files without reading them from the start. The index (`audit-index/index.db`) is derived from
 * the files: every look-up first adds what was appended since the last one, by any process. It only says where to look. An
 * event is always read from its file, so a wrong index cannot make one up. A missing or damaged index is built again.
 */
export function auditIndex(dataDir: string, log: Pick<FileAuditLog, "stored">): AuditIndex {
  const index = indexDatabase(join(dataDir, "audit-index", "index.db"));
  let isDamaged = false;
  let lookups = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** If no lookup waits, signatures come first. */
  const rest = async (): Promise<void> => {
    if (lookups === 0) await sleep(restMs);
  };
  const catchUp = shareRuns(async () => {
    if (isDamaged) index.discard();
    isDamaged = false;
    const files = await auditFilesIn(dataDir);
    const rows = await index.files();
    const known = new Map(rows.map((row) => [row.identity, row]));
    for (const file of files) await indexFile(index, file, known.get(file.identity), rest);
    await forgetFiles(index, rows, files);
    return files;
  });

  async function repairing<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!isDamage(error)) throw error;
      isDamaged = true;
      return work();
    }
  }

  async function lookUp(key: string): Promise<ChainedEvent[]> {
    lookups += 1;
    try {
      return await repairing(() => find(key));
    } finally {
      lookups -= 1;
    }
  }

  async function find(key: string): Promise<ChainedEvent[]> {
    for (let attempt = 1; attempt <= 3; attempt++) {
      const files = await catchUp();
      const places = await index.find(key.slice(0, keyLength));
      const events = await readEvents(files, places);
      // A file that was moved or deleted during the look-up may have been missed.
      if (pathsOf(files) === pathsOf(await auditFilesIn(dataDir))) return events;
    }
    throw new StoreError("UNREACHABLE", "The audit files were moved during each of three attempts.");
  }

  function keepCurrent(): void {
    void repairing(catchUp)
      // A look-up reports what is wrong.
      .catch(() => {})
      .then(() => {
        if (!isClosed) timer = setTimeout(keepCurrent, keepCurrentMs).unref();
      });
  }

  return {
    async eventsOf(sha256) {
      const events = await lookUp(sha256);
      return events.filter((event) => event.sha256 === sha256).map(plainEvent);
    },
    async eventOfClaim({ id, time }) {
      // A signature depends on it, so it must not fail because of the index.
      const events = await lookUp(id).catch(() => log.stored());
      for await (const event of events)
        if (event.idempotencyKey === id && Date.parse(event.time) === time) return plainEvent(event);
      return undefined;
    },
    prepareLookups: keepCurrent,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      index.close();
      // Waits for a run in progress, which fails with its next access to the index.
      await catchUp().catch(() => {});
    },
  };
}

const keepCurrentMs = 60_000;
/** Several times as long as it takes to index a chunk. */
const restMs = 20;
/** Much longer than an event. A longer line is not found. */
const maxLineBytes = 16 * 1024;

function pathsOf(files: readonly AuditFile[]): string {
  return files
    .map(({ path, identity }) => `${path} ${identity}`)
    .sort()
    .join("\n");
}

async function readEvents(files: readonly AuditFile[], places: readonly Place[]): Promise<ChainedEvent[]> {
  const events: ChainedEvent[] = [];
  for (const file of files) {
    const offsets = places.filter(({ identity }) => identity === file.identity).map(({ offset }) => offset);
    const handle = offsets.length === 0 ? undefined : await openSame(file);
    if (handle === undefined) continue;
    try {
      for (const offset of offsets.sort((one, other) => one - other)) {
        const bytes = await readAt(handle, offset, maxLineBytes);
        const end = bytes.indexOf(lineEnd);
        const isCutOff = end === -1 && bytes.length === maxLineBytes;
        const line = bytes.toString("utf8", 0, end === -1 ? bytes.length : end);
        const event = isCutOff ? undefined : eventOf(line);
        if (event !== undefined) events.push(event);
      }
    } finally {
      await handle.close();
    }
  }
  return events;
}
