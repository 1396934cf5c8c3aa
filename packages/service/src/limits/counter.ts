/** Units that were taken from a limit in the current window. */
export interface Taken {
  readonly granted: number;
  /** Units that are left after this. */
  readonly remaining: number;
  /** Milliseconds until the window ends. */
  readonly resetsInMs: number;
}

/**
 * Counts in this process, so it never waits. `take` takes up to `amount` of the units that the limit has left in this window.
 * A window starts with the first take under a name and lasts `windowMs`.
 */
export interface OwnCounter {
  take(name: string, amount: number, limit: number, windowMs: number): Taken;
}

/** Counts for several processes. `take` does the same as that of `OwnCounter`, and rejects while the counter is unreachable. */
export interface SharedCounter {
  take(name: string, amount: number, limit: number, windowMs: number): Promise<Taken>;
  /** Resolves if it can count. */
  check(): Promise<void>;
  close(): void;
}

/**
 * Counts requests, in this process or together with others. Units can be taken synchronously or asynchronously, because
 * a request that does not wait for another process should not wait for a promise either.
 */
export interface RateCounter {
  /** Takes units without waiting. Returns undefined, and takes nothing, if another process has to be asked: then use `take`. */
  takeNow(name: string, amount: number, limit: number, windowMs: number): Taken | undefined;
  /** Never rejects. */
  take(name: string, amount: number, limit: number, windowMs: number): Promise<Taken>;
}

/** The counter of a running service, and whether it works as configured. */
export interface Limits extends RateCounter {
  /** False while this process counts alone although it should count together with others. */
  isUp(): boolean;
  /** Calls the listener whenever `isUp` changes. */
  onChange(listener: (up: boolean) => void): void;
  close(): void;
}
