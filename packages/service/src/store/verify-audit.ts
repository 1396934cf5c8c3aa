import { hashOf } from "./audit-chain.js";
import type { ChainedEvent, ChainLink } from "./audit-event.js";

/** The last event of a writer. Saved elsewhere, it later shows whether events after it were removed. */
export interface ChainHead {
  readonly writer: string;
  readonly sequence: number;
  readonly hash: string;
  readonly time: string;
}

export interface AuditFinding {
  /**
   * EDITED: the event is not the one its hash was made from. BROKEN: it does not follow the event before. MISSING: events
   * are not here. DUPLICATE, REORDERED: the event is here twice, or out of its order. UNCHAINED: it has no place in a chain.
   * BACKDATED: it is older than the newest saved head, although no head covers it.
   */
  readonly kind: "EDITED" | "BROKEN" | "MISSING" | "DUPLICATE" | "REORDERED" | "UNCHAINED" | "BACKDATED";
  /** "" where the event has none. */
  readonly writer: string;
  readonly sequence: number;
  /** Last of consecutive missing events. */
  readonly to?: number;
  readonly time?: string;
  /**
   * What led to a missing event: a later event, the first event of another writer, or a head that was saved elsewhere.
   */
  readonly seenBy?: "LATER_EVENT" | "OTHER_WRITER" | "HEAD";
}

export interface AuditReport {
  readonly events: number;
  readonly writers: number;
  readonly findings: readonly AuditFinding[];
}

export interface VerifyOptions {
  /** Heads that were saved outside of the store. */
  readonly heads?: readonly ChainHead[];
  /** Events before this instant were deleted or archived on purpose (milliseconds since 1970). */
  readonly prunedBefore?: number;
}

/** Reads the whole log twice, in the order in which it is kept, and reports everything that is not as it was written. */
export async function verifyAudit(
  read: () => AsyncIterable<ChainedEvent>,
  { heads = [], prunedBefore }: VerifyOptions = {},
): Promise<AuditReport> {
  const chains = new Map<string, Chain>();
  const findings: AuditFinding[] = [];
  const isBackdated = backdatingCheck(heads);
  let events = 0;
  for await (const event of read()) {
    events += 1;
    const { writer, sequence, time } = event;
    if (!isChained(event)) findings.push({ kind: "UNCHAINED", writer: "", sequence: 0, time });
    else {
      checkEvent(event, chains, findings);
      if (isBackdated(event)) findings.push({ kind: "BACKDATED", writer, sequence, time });
    }
  }
  for (const [writer, { missing }] of chains)
    for (const [sequence, to] of missing) {
      const pruned = sequence === 1 && prunedBefore !== undefined;
      if (!pruned) findings.push({ kind: "MISSING", writer, sequence, to, seenBy: "LATER_EVENT" });
    }
  findings.push(...(await missingAnchors(read, anchorsOf(chains, heads, prunedBefore), chains)));
  return { events, writers: chains.size, findings };
}

/** The last event of each writer, in the order in which their chains started. */
export async function chainHeads(events: AsyncIterable<ChainedEvent>): Promise<readonly ChainHead[]> {
  const heads = new Map<string, ChainHead>();
  for await (const event of events) {
    if (!isChained(event)) continue;
    const { writer, sequence, hash, time } = event;
    if (sequence >= (heads.get(writer)?.sequence ?? 0)) heads.set(writer, { writer, sequence, hash, time });
  }
  return [...heads.values()];
}

interface Chain {
  last: ChainLink;
  /** `previous` of the first event, where that event is here. */
  readonly start: string | undefined;
  readonly startTime: string;
  /** Ranges of missing sequence numbers. */
  missing: (readonly [from: number, to: number])[];
}

/** An event that was edited or added can lack any property, or have one of another type. */
function isChained({ writer, sequence, hash, time }: Partial<ChainedEvent>): boolean {
  return (
    typeof writer === "string" &&
    Number.isSafeInteger(sequence) &&
    Number(sequence) >= 1 &&
    typeof hash === "string" &&
    typeof time === "string" &&
    !Number.isNaN(Date.parse(time)) &&
    new Date(time).toISOString() === time
  );
}

/**
 * An event that was recorded when the heads were saved is covered by one: its writer is named there, with this sequence or
 * a later one. All others were recorded later, so they cannot be older than the newest head.
 */
function backdatingCheck(heads: readonly ChainHead[]): (event: ChainedEvent) => boolean {
  const covered = new Map<string, number>();
  let newest = -Infinity;
  for (const { writer, sequence, time } of heads) {
    covered.set(writer, Math.max(sequence, covered.get(writer) ?? 0));
    newest = Math.max(newest, Date.parse(time));
  }
  return ({ writer, sequence, time }) =>
    heads.length > 0 && sequence > (covered.get(writer) ?? 0) && !(Date.parse(time) >= newest - maxDelayMs);
}

/** Clocks of instances differ, and an event is recorded some time after the instant that the form shows. */
const maxDelayMs = 60_000;

function checkEvent(event: ChainedEvent, chains: Map<string, Chain>, findings: AuditFinding[]): void {
  const { writer, sequence, previous, hash, time } = event;
  const found = (kind: AuditFinding["kind"]): void => {
    findings.push({ kind, writer, sequence, time });
  };
  if (hashOf(event) !== hash) found("EDITED");
  const chain = chains.get(writer);
  if (chain === undefined) {
    const start = sequence === 1 ? previous : undefined;
    const missing: Chain["missing"] = sequence > 1 ? [[1, sequence - 1]] : [];
    chains.set(writer, { last: event, start, startTime: time, missing });
    return;
  }
  const { last } = chain;
  if (sequence <= last.sequence) {
    const row = chain.missing.find(([from, to]) => sequence >= from && sequence <= to);
    found(row === undefined ? "DUPLICATE" : "REORDERED");
    if (row !== undefined)
      chain.missing = chain.missing.flatMap((one) => (one === row ? without(one, sequence) : [one]));
    return;
  }
  if (sequence === last.sequence + 1) {
    if (previous !== last.hash) found("BROKEN");
  } else chain.missing.push([last.sequence + 1, sequence - 1]);
  chain.last = event;
}

function without([from, to]: readonly [number, number], one: number): (readonly [number, number])[] {
  const parts: (readonly [number, number])[] = [
    [from, one - 1],
    [one + 1, to],
  ];
  return parts.filter(([first, last]) => first <= last);
}

/** What must be in the log because something else names it: by hash. */
function anchorsOf(
  chains: ReadonlyMap<string, Chain>,
  heads: readonly ChainHead[],
  prunedBefore: number | undefined,
): Map<string, AuditFinding> {
  const anchors = new Map<string, AuditFinding>();
  // What came before the oldest chains may have been deleted on purpose.
  for (const [writer, { start, startTime }] of chains)
    if (start !== undefined && start !== "" && prunedBefore === undefined)
      anchors.set(start, { kind: "MISSING", writer, sequence: 0, time: startTime, seenBy: "OTHER_WRITER" });
  // A writer's last event goes last: as long as one of its events is here, so is the head.
  for (const { writer, sequence, hash, time } of heads)
    if (prunedBefore === undefined || Date.parse(time) >= prunedBefore || chains.has(writer))
      anchors.set(hash, { kind: "MISSING", writer, sequence, time, seenBy: "HEAD" });
  return anchors;
}

async function missingAnchors(
  read: () => AsyncIterable<ChainedEvent>,
  anchors: Map<string, AuditFinding>,
  chains: ReadonlyMap<string, Chain>,
): Promise<AuditFinding[]> {
  if (anchors.size === 0) return [];
  for await (const event of read()) anchors.delete(event.hash);
  return [...anchors.values()].map((finding) => {
    const last = chains.get(finding.writer)?.last.sequence ?? 0;
    // A head whose event is here with another hash was replaced; otherwise the chain now ends before it.
    return finding.seenBy === "HEAD" && last < finding.sequence
      ? { ...finding, sequence: last + 1, to: finding.sequence }
      : finding;
  });
}
