/** Counts what is taken under a name in windows of time. A window begins with the first take and then runs its time. */
export interface RateCounter {
  /**
   * Takes up to `amount` of what the limit has left in this window of `windowMs`. Answers at once where it
   * can.
   */
  take(name: string, amount: number, limit: number, windowMs: number): Taken | Promise<Taken>;
}

export interface Taken {
  readonly granted: number;
  /** What is left after this. */
  readonly remaining: number;
  /** Milliseconds until the window ends. */
  readonly resetsInMs: number;
}

/** A counter within this process, which always answers at once. */
export interface OwnCounter extends RateCounter {
  take(name: string, amount: number, limit: number, windowMs: number): Taken;
}

/** A counter that several processes share, and that may therefore be away: then `take` rejects. */
export interface SharedCounter extends RateCounter {
  /** Resolves when it can count. */
  check(): Promise<void>;
  close(): void;
}

/** What requests are counted with: never rejects. */
export interface Limits extends RateCounter {
  /** Whether it counts together with others, as it should. */
  isUp(): boolean;
  /** Hears of each change of that. */
  onChange(listener: (up: boolean) => void): void;
  close(): void;
}
