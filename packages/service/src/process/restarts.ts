export interface Exit {
  /** Milliseconds for which the worker was ready; undefined if it never was. */
  readonly readyMs: number | undefined;
  /** Whether any worker has been ready since the start of the service. */
  readonly started: boolean;
  /** Whether another worker is ready. */
  readonly othersReady: boolean;
}

export interface RestartPolicy {
  ready(): void;
  /** Milliseconds until the worker is replaced. */
  exited(exit: Exit): number | "give up";
}

/** Consecutive failed starts before giving up. */
const maxFailedStarts = 5;
const minDelayMs = 100;
const maxDelayMs = 30_000;
/** A worker that was ready for so long did not exit because of its start. */
const stableMs = 10_000;

/**
 * Replaces a worker immediately, or after growing delays if workers exit soon. Gives up, so that the operator sees the
 * reason, at the first start and when no worker is left. Otherwise it keeps trying: the store may be down for a while.
 */
export function restartPolicy(): RestartPolicy {
  let failedStarts = 0;
  let earlyExits = 0;
  return {
    ready() {
      failedStarts = 0;
    },
    exited({ readyMs, started, othersReady }) {
      if (readyMs === undefined) failedStarts++;
      if (!started || (failedStarts >= maxFailedStarts && !othersReady)) return "give up";
      earlyExits = readyMs !== undefined && readyMs >= stableMs ? 0 : earlyExits + 1;
      return earlyExits === 0 ? 0 : Math.min(minDelayMs * 2 ** (earlyExits - 1), maxDelayMs);
    },
  };
}
