import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../../operator-error.js";
import type { Shard } from "../batch.js";
import { reasonOf, writeAll, writeWhole } from "../files.js";
import { lockFolder } from "./lock.js";
import { isRefused, type LineOutcome, nameOf, type RefusedLine } from "./outcome.js";

export const journalName = "batch.journal";
export const reportName = "refused.ndjson";
const lockName = "batch.lock";

/** Identity of a batch. A resumed batch must have the same. */
export interface Identity {
  /** SHA-256 of the answers file. */
  readonly input: string;
  /** Digest of the content. */
  readonly content: string;
  readonly language: string;
  readonly timeZone: string;
  readonly parameters: boolean;
  /** Which lines. Absent: all. */
  readonly shard?: Shard;
}

export interface Journal {
  /** Lines that an earlier run finished. */
  readonly done: ReadonlySet<number>;
  readonly filled: number;
  readonly refused: ReadonlyMap<number, RefusedLine>;
  record(outcomes: readonly LineOutcome[]): void;
  /** Writes the report of rejected lines and unlocks the folder. */
  close(): void;
}

/**
 * Opens the folder of a batch: an empty one, or one that an earlier run of the same batch was interrupted in. The
 * journal has one entry per finished line; lines without one are filled (again), so a run can end at any time.
 */
export function openJournal(folder: string, identity: Identity): Journal {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new OperatorError(`${folder} cannot be used: ${reasonOf(error)}.`);
  }
  const unlock = lockFolder(join(folder, lockName), folder);
  try {
    const earlier = readEarlier(folder, identity);
    const file = openSync(join(folder, journalName), "a", 0o600);
    if (earlier === undefined) writeAll(file, entry(headerOf(identity)));
    const refused = new Map<number, RefusedLine>();
    const done = new Set<number>();
    for (const outcome of earlier ?? []) {
      done.add(outcome.line);
      if (isRefused(outcome)) refused.set(outcome.line, outcome);
    }
    let filled = done.size - refused.size;
    return {
      done,
      get filled() {
        return filled;
      },
      refused,
      record(outcomes) {
        for (const outcome of outcomes) {
          if (isRefused(outcome)) refused.set(outcome.line, outcome);
          else filled++;
        }
        writeAll(file, Buffer.concat(outcomes.map(entry)));
      },
      close() {
        closeSync(file);
        const lines = [...refused.values()].sort((one, other) => one.line - other.line);
        writeWhole(join(folder, reportName), lines.map((line) => entry(line)).join(""));
        unlock();
      },
    };
  } catch (error) {
    unlock();
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`${folder} cannot be used: ${reasonOf(error)}.`);
  }
}

function headerOf(identity: Identity): object {
  return { journal: 1, ...identity };
}

function entry(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/** What the journal of an earlier run says and the folder confirms; undefined if there is none. */
function readEarlier(folder: string, identity: Identity): readonly LineOutcome[] | undefined {
  const names = readdirSync(folder).filter((name) => name !== lockName);
  for (const name of names) if (name.endsWith(".part")) rmSync(join(folder, name));
  const others = names.filter((name) => !name.endsWith(".part") && name !== journalName);
  const path = join(folder, journalName);
  const text = names.includes(journalName) ? readFileSync(path, "utf8") : "";
  // A run that was killed may have left half an entry.
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole === "") {
    if (others.length > 0)
      throw new OperatorError(`${folder} is not empty and has no batch to resume. Choose another folder.`);
    if (text !== "") truncateSync(path, 0);
    return undefined;
  }
  const [header, ...entries] = whole.trimEnd().split("\n");
  if (header !== JSON.stringify(headerOf(identity)))
    throw new OperatorError(
      `${folder} has a batch with different answers, options, or content. Choose another folder.`,
    );
  if (whole.length < text.length) truncateSync(path, Buffer.byteLength(whole));
  const outcomes = new Map<number, LineOutcome>();
  for (const one of entries) {
    const outcome = JSON.parse(one) as LineOutcome;
    outcomes.set(outcome.line, outcome);
  }
  return [...outcomes.values()].filter((outcome) => isRefused(outcome) || isThere(folder, outcome));
}

/** After a power cut a file may be missing, or shorter than it was, although the journal knows it. */
function isThere(
  folder: string,
  { line, bytes }: { readonly line: number; readonly bytes: number },
): boolean {
  return statSync(join(folder, nameOf(line, "pdf")), { throwIfNoEntry: false })?.size === bytes;
}
