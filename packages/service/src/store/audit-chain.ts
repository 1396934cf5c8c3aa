import { hash as digest, randomBytes } from "node:crypto";
import type { AuditEvent, ChainedEvent, ChainLink } from "./audit-event.js";

export interface AuditChain {
  /**
   * Links the events to the previous ones and passes them to `write`. Must not be called again before it resolves: the
   * order of the chain is the order of the writes.
   */
  append(events: readonly AuditEvent[]): Promise<void>;
}

export interface AuditChainOptions {
  /** Hash of the last event in the log, by any writer; "" if there is none. */
  readonly lastHash: () => Promise<string>;
  readonly write: (events: readonly ChainedEvent[]) => Promise<void>;
}

/**
 * Each process is a writer with a separate chain, so that processes never wait for each other. After a failed write it
 * is unknown what was stored, so a new chain starts, which names the last event that certainly was.
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

function chained(
  event: AuditEvent,
  writer: string,
  before: Pick<ChainLink, "sequence" | "hash">,
): ChainedEvent {
  const linked = { ...event, writer, sequence: before.sequence + 1, previous: before.hash };
  return { ...linked, hash: hashOf(linked) };
}

/** Over all members but the hash itself, in the order of their names, so none can be changed, added, moved, or left out. */
export function hashOf(event: AuditEvent & Omit<ChainLink, "hash">): string {
  const members = Object.entries(event).filter(([name, value]) => name !== "hash" && value !== undefined);
  return digest("sha256", JSON.stringify(members.sort(([one], [other]) => (one < other ? -1 : 1))));
}

function newWriter(): string {
  return randomBytes(8).toString("hex");
}
