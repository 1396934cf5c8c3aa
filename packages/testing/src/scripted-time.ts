import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import { onTestFinished, vi } from "vitest";

/**
 * For the rest of the test, the `setTimeout` of `node:timers/promises` takes no time and moves `performance.now` by its
 * delay instead. Returns the milliseconds that have passed so far.
 */
export function scriptTime(): () => number {
  let passedMs = 0;
  const now = vi.spyOn(performance, "now").mockImplementation(() => passedMs);
  const sleep = vi.spyOn(timers, "setTimeout").mockImplementation(async (delayMs, value) => {
    passedMs += delayMs ?? 0;
    return value as never;
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    now.mockRestore();
    sleep.mockRestore();
    syncBuiltinESMExports();
  });
  return () => passedMs;
}
