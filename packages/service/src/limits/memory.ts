import type { RateCounter } from "./counter.js";
import { steadyClock } from "./steady-clock.js";

/** Max names, each about 200 bytes. The oldest window is dropped first: it would end first. */
const maxNames = 100_000;

/** Counts in this process. */
export function memoryCounter(now: () => number = steadyClock, max = maxNames): RateCounter {
  const windows = new Map<string, { used: number; readonly endsAt: number }>();
  return {
    async take(name, amount, limit, windowMs) {
      const time = now();
      let current = windows.get(name);
      if (current === undefined || time >= current.endsAt) {
        // Added again, so that the order of the map is the order in which windows started.
        windows.delete(name);
        if (windows.size >= max) forgetFirst(windows);
        current = { used: 0, endsAt: time + windowMs };
        windows.set(name, current);
      }
      const wanted = Math.min(amount, limit);
      const granted = wanted <= limit - current.used ? wanted : 0;
      current.used += granted;
      return { granted, remaining: Math.max(0, limit - current.used), resetsInMs: current.endsAt - time };
    },
  };
}

function forgetFirst(windows: Map<string, unknown>): void {
  const { value } = windows.keys().next();
  if (value !== undefined) windows.delete(value);
}
