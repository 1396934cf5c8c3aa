/** A known client's first refusal on a connection is held back for this part of the longest time. */
const firstHold = 0.25;
/** From so many held back on, all are held back for the longest time, or refusing would take much of the processor. */
const manyHeld = 500;

/** For which part of the longest time a refusal is held back: longer with each one before it on the connection. */
export function holdPart({
  known,
  before,
  held,
}: {
  readonly known: boolean;
  /** Refusals in a row on this connection before this one. */
  readonly before: number;
  /** Refusals that are held back now, on all connections. */
  readonly held: number;
}): number {
  return known ? Math.min(1, Math.max(firstHold * 2 ** before, held / manyHeld)) : 1;
}
