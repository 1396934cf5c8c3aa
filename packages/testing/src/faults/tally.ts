import type { Outcome } from "./outcome.js";

/** Every request that was sent is in one of the three. */
export interface Tally {
  readonly sent: number;
  /** By status and, for problem documents, their code. */
  readonly answered: Readonly<Record<string, number>>;
  /** Sent on a connection and not answered, or not completely. */
  readonly lost: number;
  /** Not sent, as no connection could be made. */
  readonly refused: number;
}

/**
 * A machine that is busy with other tests may leave a service no time for some requests. Its response then says when to
 * retry. The tests here are about something else.
 */
export function isTurnedAway({ status, code, retryAfter }: Outcome): boolean {
  return status === 503 && code === "OVERLOADED" && retryAfter === "2";
}

export function tally(outcomes: readonly Outcome[]): Tally {
  const answered: Record<string, number> = {};
  for (const outcome of outcomes) {
    if (outcome.status === undefined || isTurnedAway(outcome)) continue;
    const name = [outcome.status, outcome.code].filter((word) => word !== undefined).join(" ");
    answered[name] = (answered[name] ?? 0) + 1;
  }
  const counted = Object.values(answered).reduce((sum, count) => sum + count, 0);
  const sent = outcomes.filter((outcome) => !isTurnedAway(outcome)).length;
  const lost = lostOf(outcomes).length;
  const refused = outcomes.filter(isRefused).length;
  if (sent !== counted + lost + refused) throw new Error("Some requests are counted twice or not at all.");
  return { sent, answered, lost, refused };
}

export function lostOf(outcomes: readonly Outcome[]): readonly Outcome[] {
  return outcomes.filter((outcome) => outcome.status === undefined && !isRefused(outcome));
}

function isRefused({ status, connection }: Outcome): boolean {
  return status === undefined && connection === -1;
}

/** Signatures as the audit log names them too. */
export function signatures(outcomes: readonly Outcome[]): string[] {
  return outcomes
    .filter(({ kind, status }) => kind === "SIGN" && status === 200)
    .map(({ requestId, sha256 }) => `${requestId} ${sha256}`);
}
