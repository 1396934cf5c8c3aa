import { setTimeout as sleep } from "node:timers/promises";

export interface EventuallyOptions {
  /** What the test waits for, for example "the worker to be replaced". It completes "Waited 300 s for ...". */
  readonly what: string;
  readonly timeoutMs?: number;
}

type Falsy = false | null | undefined;

/**
 * Waits until the condition returns something other than `false`, `null` or `undefined`, and returns that. A condition
 * that throws is not met yet. The limit only ends a test that would hang: it is far beyond what a busy machine needs, so
 * a verdict never depends on speed.
 */
export async function eventually<T>(
  condition: () => T | Promise<T>,
  { what, timeoutMs = 300_000 }: EventuallyOptions,
): Promise<Exclude<T, Falsy>> {
  const start = performance.now();
  let failure: unknown;
  // A machine that was paused for the whole time has not looked yet, so the number of attempts counts as well.
  for (let attempts = 0; attempts < minAttempts || performance.now() - start < timeoutMs; attempts++) {
    try {
      const value = await condition();
      if (value !== false && value !== null && value !== undefined) return value as Exclude<T, Falsy>;
      failure = undefined;
    } catch (error) {
      failure = error;
    }
    await sleep(intervalMs);
  }
  const reason = failure instanceof Error ? `; the last attempt failed: ${failure.message}` : "";
  throw new Error(`Waited ${timeoutMs / 1000} s for ${what}${reason}`, { cause: failure });
}

const intervalMs = 10;
const minAttempts = 10;
