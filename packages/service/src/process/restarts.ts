export interface Ended {
  /** Milliseconds for which it answered requests; undefined where it never became ready. */
  readonly lived: number | undefined;
  /** Whether all workers have been ready once. */
  readonly started: boolean;
  /** Whether others answer requests. */
  readonly alive: boolean;
  /** Whether it reported why it could not start. */
  readonly told: boolean;
}

export interface RestartPolicy {
  ready(): void;
  /** Milliseconds until another worker is started in its place, or that there is no point in it. */
  ended(how: Ended): number | "give up";
}

/** Starts in a row that fail until it is no bad luck anymore. */
const maxFailures = 5;
const minPauseMs = 100;
const maxPauseMs = 30_000;
/** A worker that lived this long did not exit because of its start. */
const longLife = 10_000;

/**
 * A worker that dies is replaced at once. One that dies young, or does not become ready, is tried again after pauses that
 * grow, for as long as others answer requests: they must not end because, say, the store cannot be reached just now. At
 * the first start, and when no worker is left, it exits with the reason instead, so that the operator sees it.
 */
export function restartPolicy(): RestartPolicy {
  let failures = 0;
  let young = 0;
  return {
    ready() {
      failures = 0;
    },
    ended({ lived, started, alive, told }) {
      if (lived !== undefined && lived >= longLife) {
        young = 0;
        return 0;
      }
      young++;
      if (lived === undefined) {
        failures++;
        if (!started && told) return "give up";
        if (failures >= maxFailures && !(started && alive)) return "give up";
      }
      return Math.min(minPauseMs * 2 ** (young - 1), maxPauseMs);
    },
  };
}
