/** The part of the longest time for which the first refusal on a connection is held back. */
const firstHold = { known: 0.125, stranger: 0.5 };
/**
 * From so many held back on, all are held back for the longest time. Up to that number, the time grows with the number, so
 * about the same number of refusals is sent per second. Otherwise, refusing would take much of the processor.
 */
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
  const first = known ? firstHold.known : firstHold.stranger;
  return Math.min(1, Math.max(first * 2 ** before, held / manyHeld));
}
