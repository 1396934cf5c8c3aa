import { setTimeout as sleep } from "node:timers/promises";
import { StoreError } from "./store.js";

/**
 * Runs statements of SQLite that fail immediately if another process has the lock, and runs them again until it is
 * free. SQLite would wait on its own, but inside the call: it would block the whole process.
 */
export async function retryBusy<Result>(work: () => Result, timeoutMs = 1000): Promise<Result> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() >= end)
        throw new StoreError(
          "LOCKED",
          "A file of the store is locked by another process, which holds the lock for too long.",
        );
    }
    await sleep(pauseMs);
  }
}

const pauseMs = 20;

function isBusy(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED");
}
