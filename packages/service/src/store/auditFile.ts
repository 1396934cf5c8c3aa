import { createReadStream } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { grouped } from "./grouped.js";
import type { AuditEvent, AuditLog, TimeRange } from "./store.js";

/**
 * JSON lines in `audit.jsonl`, flushed to the disk before anybody hears of the signature. The file is opened for each
 * write, so it can be moved away at any time; several processes may append to it.
 */
export function fileAuditLog(dataDir: string): AuditLog {
  const path = join(dataDir, "audit.jsonl");

  async function* events({ from = -Infinity, to = Infinity }: TimeRange): AsyncIterable<AuditEvent> {
    for await (const event of readAll(dataDir, () => true)) {
      const time = Date.parse(event.time);
      if (time >= from && time < to) yield event;
    }
  }

  return {
    record: grouped<AuditEvent>((events) => append(path, events), 1000),
    events,
    async eventsOf(sha256) {
      const found: AuditEvent[] = [];
      for await (const event of readAll(dataDir, (line) => line.includes(sha256)))
        if (event.sha256 === sha256) found.push(event);
      return found;
    },
  };
}

async function append(path: string, events: readonly AuditEvent[]): Promise<void> {
  const lines = events.map((event) => `${JSON.stringify(event)}\n`).join("");
  const file = await open(path, "a+", 0o600);
  try {
    const { size } = await file.stat();
    const last = size === 0 ? lineEnd : (await file.read(Buffer.alloc(1), 0, 1, size - 1)).buffer[0];
    // A write that failed half-way, ours or another process's, left a torn line; the next one must not continue it.
    const bytes = Buffer.from(last === lineEnd ? lines : `\n${lines}`);
    // In one piece: between two, another process could put its own lines.
    const { bytesWritten } = await file.write(bytes);
    if (bytesWritten !== bytes.length) throw new Error("Only a part of the audit events could be written.");
    await file.datasync();
  } finally {
    await file.close();
  }
}

const lineEnd = 10;

/** Events of the file and of those it was moved away to (`audit.1.jsonl`, `audit.jsonl.1`), in the order of their age. */
async function* readAll(
  dataDir: string,
  mayBeMeant: (line: string) => boolean,
): AsyncGenerator<AuditEvent, void, void> {
  for (const path of await filesIn(dataDir)) {
    const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
    for await (const line of lines) {
      const event = mayBeMeant(line) ? eventOf(line) : undefined;
      if (event !== undefined) yield event;
    }
  }
}

async function filesIn(dataDir: string): Promise<string[]> {
  const names = (await readdir(dataDir)).filter((name) => /^audit[^/]*\.jsonl(?:[.-][0-9]+)*$/.test(name));
  const files = await Promise.all(
    names.map(async (name) => ({
      path: join(dataDir, name),
      age: (await stat(join(dataDir, name))).mtimeMs,
    })),
  );
  return files.sort((one, other) => one.age - other.age).map(({ path }) => path);
}

/** What a torn line holds before the event that follows it in the same line is passed over. */
function eventOf(line: string): AuditEvent | undefined {
  const start = line.lastIndexOf('{"time":');
  if (start === -1) return undefined;
  try {
    return JSON.parse(line.slice(start)) as AuditEvent;
  } catch {
    return undefined;
  }
}
