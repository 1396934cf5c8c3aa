/**
 * Decides which requests there is time for. Node handles all requests that have arrived in one turn of its event loop, so
 * the time already spent in a turn is what the next request in it has waited. One long turn is a burst and is worked
 * off; turns that stay long are an overload, and then each turn serves only what its budget has time for.
 */
export interface Turns {
  /** For each request, as it arrives. False: there is no time for it. */
  admits(): boolean;
  overloaded(): boolean;
}

export interface TurnsOptions {
  /** Milliseconds that a turn may take. */
  readonly target: number;
  /** For how many milliseconds turns must stay longer, or shorter, until that counts. */
  readonly interval: number;
  /** Milliseconds of each turn in which requests are served during an overload. */
  readonly budget: number;
  readonly now?: () => number;
  /** Calls back when the turn is over. */
  readonly atEnd?: (ended: () => void) => void;
  /** Hears the length of each turn, in milliseconds. */
  readonly observe?: (length: number) => void;
  /** Hears when an overload begins and ends. */
  readonly changed?: (overloaded: boolean) => void;
}

export const usualTurns = { target: 5, interval: 25, budget: 1 } as const;

/** For another target; 0 is none. */
export function turnsOf(target: number): Pick<TurnsOptions, "target" | "budget"> {
  return target === 0
    ? { target: Number.POSITIVE_INFINITY, budget: Number.POSITIVE_INFINITY }
    : { target, budget: target / 5 };
}

/** How much the latest turn counts in the mean time that a request takes. */
const weight = 0.05;

export function watchTurns(options: TurnsOptions): Turns {
  const { target, interval, budget, observe, changed } = options;
  const now = options.now ?? (() => performance.now());
  const atEnd = options.atEnd ?? setImmediate;
  let inTurn = false;
  let start = 0;
  let served = 0;
  let shed = 0;
  /** When the first request of this turn was turned away. */
  let full = 0;
  /** Mean milliseconds that a request takes. */
  let mean = 0;
  let overloaded = false;
  /** Since when turns have been on the other side of the target than `overloaded` says; -1 for not at all. */
  let since = -1;

  function ended(): void {
    const time = now();
    const length = time - start;
    inTurn = false;
    mean += weight * (((shed === 0 ? time : full) - start) / served - mean);
    observe?.(length);
    // What this turn would have taken, had everybody been served.
    const long = length + shed * mean > target;
    if (long === overloaded) since = -1;
    else if (since === -1) since = time;
    else if (time - since >= interval) change(long);
  }

  function change(to: boolean): void {
    overloaded = to;
    since = -1;
    changed?.(to);
  }

  return {
    admits() {
      if (!inTurn) {
        inTurn = true;
        start = now();
        served = 1;
        shed = 0;
        atEnd(ended);
        return true;
      }
      if (overloaded || since !== -1) {
        const time = now();
        // Within a long turn, too: what has piled up when an overload begins must not be worked off first.
        if (!overloaded && time - since >= interval && time - start > target) change(true);
        if (overloaded && time - start > budget) {
          if (shed === 0) full = time;
          shed++;
          return false;
        }
      }
      served++;
      return true;
    },
    overloaded: () => overloaded,
  };
}
