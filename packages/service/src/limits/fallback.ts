import type { Limits, RateCounter, SharedCounter } from "./counter.js";

const checkIntervalMs = 500;

/**
 * Counts together with others while that is possible and alone while it is not. Once the shared counter has failed, no
 * request waits for it anymore: a separate check detects when it is back.
 */
export function withFallback(shared: SharedCounter, own: RateCounter): Limits {
  let up = true;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const listeners: ((up: boolean) => void)[] = [];

  function change(to: boolean): void {
    up = to;
    for (const listener of listeners) listener(up);
  }
  function look(): void {
    if (closed) return;
    timer = setTimeout(() => {
      shared.check().then(() => change(true), look);
    }, checkIntervalMs);
    timer.unref();
  }

  return {
    async take(name, amount, limit, windowMs) {
      if (!up) return own.take(name, amount, limit, windowMs);
      try {
        return await shared.take(name, amount, limit, windowMs);
      } catch {
        if (up && !closed) {
          change(false);
          look();
        }
        return own.take(name, amount, limit, windowMs);
      }
    },
    isUp: () => up,
    onChange(listener) {
      listeners.push(listener);
    },
    close() {
      closed = true;
      clearTimeout(timer);
      shared.close();
    },
  };
}

/** For a process that shares its limits with no other. */
export function alone({ take }: RateCounter): Limits {
  return {
    take,
    isUp: () => true,
    onChange() {},
    close() {},
  };
}
