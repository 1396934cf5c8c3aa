/** Units that were taken from a limit in the current window. */
export interface Taken {
  readonly granted: number;
  /** Units that are left after this. */
  readonly remaining: number;
  /** Milliseconds until the window ends. */
  readonly resetsInMs: number;
}

/** Counts requests, in this process or together with others. */
export interface RateCounter {
  /**
   * Takes `amount` units, or the whole limit if that is less, or none if fewer are left in this window. A window starts with
   * the first take under a name and lasts `windowMs`.
   */
  take(name: string, amount: number, limit: number, windowMs: number): Promise<Taken>;
}

/** Counts for several processes. `take` rejects while the counter is unreachable. */
export interface SharedCounter extends RateCounter {
  /** Resolves if it can count. */
  check(): Promise<void>;
  close(): void;
}

/** The counter of a running service, which never rejects, and whether it works as configured. */
export interface Limits extends RateCounter {
  /** False while this process counts alone although it should count together with others. */
  isUp(): boolean;
  /** Calls the listener whenever `isUp` changes. */
  onChange(listener: (up: boolean) => void): void;
  close(): void;
}
