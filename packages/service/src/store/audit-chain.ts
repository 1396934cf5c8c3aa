import { hash as digest, randomBytes } from "node:crypto";
import { jsonText } from "../json-text.js";
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

/** Spread last, which is many times as fast as first. */
function chained(
  event: AuditEvent,
  writer: string,
  before: Pick<ChainLink, "sequence" | "hash">,
): ChainedEvent {
  const [sequence, previous] = [before.sequence + 1, before.hash];
  const linked = { writer, sequence, previous, hash: "", ...event };
  linked.hash = hashOf(linked);
  return linked;
}

/**
 * Over a JSON list, which has one spelling, so nothing can be moved from one member to the next. A verifier reads what somebody
 * may have edited, so the members may be of any type.
 */
export function hashOf(event: AuditEvent & Omit<ChainLink, "hash">): string {
  const { time, requestId, keyId, formId, formVersion, language, sha256, writer, sequence, previous } = event;
  const { idempotencyKey, requestDigest } = event;
  const link = `${jsonText(writer)},${jsonText(sequence)},${jsonText(previous)}`;
  const form = `${jsonText(formId)},${jsonText(formVersion)},${jsonText(language)},${jsonText(sha256)}`;
  const list = `${link},${jsonText(time)},${jsonText(requestId)},${jsonText(keyId)},${form}`;
  // Most events have none, and those of versions before never do.
  const isClaimed = idempotencyKey !== undefined || requestDigest !== undefined;
  const claim = isClaimed ? `,${jsonText(idempotencyKey)},${jsonText(requestDigest)}` : "";
  // Faster by far than an object of its own for each event.
  return digest("sha256", `[${list}${claim}]`);
}

function newWriter(): string {
  return randomBytes(8).toString("hex");
}
