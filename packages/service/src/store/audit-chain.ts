import { hash as digest, randomBytes } from "node:crypto";
import type { AuditEvent, ChainedEvent, ChainLink } from "./audit-event.js";

export interface AuditChain {
  /**
   * Links the events to those before and hands them to `write`. Not to be called again before it has ended: the order of the
   * chain is the order of the writes.
   */
  append(events: readonly AuditEvent[]): Promise<void>;
}

export interface AuditChainOptions {
  /** Hash of the last event in the log, by any writer; "" if there is none. */
  readonly lastHash: () => Promise<string>;
  readonly write: (events: readonly ChainedEvent[]) => Promise<void>;
}

/**
 * Each process is a writer with a chain of its own, so that processes never wait for each other. After a write that
 * failed it is unknown what was kept; then a new chain starts, which names the last event that surely was.
 */
export function auditChain({ lastHash, write }: AuditChainOptions): AuditChain {
  let writer = newWriter();
  let sequence = 0;
  let previous: string | undefined;
  return {
    async append(events) {
      previous ??= await lastHash();
      let last: Pick<ChainLink, "sequence" | "hash"> = { sequence, hash: previous };
      const all = events.map((event) => {
        const linked = chained(event, writer, last);
        last = linked;
        return linked;
      });
      try {
        await write(all);
        ({ sequence, hash: previous } = last);
      } catch (error) {
        writer = newWriter();
        sequence = 0;
        throw error;
      }
    },
  };
}

/** The time comes first: a reader finds an event behind a torn line by it. Spread last, which is many times as fast as first. */
function chained(
  event: AuditEvent,
  writer: string,
  before: Pick<ChainLink, "sequence" | "hash">,
): ChainedEvent {
  const [sequence, previous] = [before.sequence + 1, before.hash];
  const others: Omit<AuditEvent, "time"> = event;
  const linked = { time: event.time, writer, sequence, previous, hash: "", ...others };
  linked.hash = hashOf(linked);
  return linked;
}

/** A list has one spelling in JSON, so nothing can be moved from one member to the next. */
export function hashOf(event: AuditEvent & Omit<ChainLink, "hash">): string {
  const { time, requestId, keyId, formId, formVersion, language, sha256, writer, sequence, previous } = event;
  const { idempotencyKey, requestDigest } = event;
  const list: unknown[] = [writer, sequence, previous];
  list.push(time, requestId, keyId, formId, formVersion, language, sha256);
  // Most events have none, and those of versions before never do.
  if (idempotencyKey !== undefined || requestDigest !== undefined) list.push(idempotencyKey, requestDigest);
  // Faster by far than an object of its own for each event.
  return digest("sha256", JSON.stringify(list));
}

function newWriter(): string {
  return randomBytes(8).toString("hex");
}
