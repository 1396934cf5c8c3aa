/**
 * Decides which requests there is time for. Node handles all requests that have arrived in one turn of its event loop, so
 * the time already spent in a turn is what the next request in it has waited. A turn that is long for a moment is a burst
 * and is worked off; turns that stay long are an overload, and then each serves only what its budget has time for.
 */
export interface Turns {
  /** For each request, as it arrives. False: there is no time for it. */
  admits(): boolean;
  overloaded(): boolean;
}

export interface TurnsOptions {
  /** Milliseconds that a turn may take. */
  readonly target: number;
  /** For how many milliseconds turns must stay longer until that is an overload. */
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

/**
 * A hundred callers at once make turns of about 20 milliseconds, which nobody notices; that is a busy service, not an
 * overloaded one.
 */
export const usualTurns = { target: 25, interval: 50, budget: 1 } as const;

/** For another target; 0 is none. */
export function turnsOf(target: number): Pick<TurnsOptions, "target" | "budget"> {
  return target === 0
    ? { target: Number.POSITIVE_INFINITY, budget: Number.POSITIVE_INFINITY }
    : { target, budget: target / 5 };
}

/** How much the latest turn counts in the mean time that a request takes. */
const weight = 0.05;
/** A long turn with fewer requests is slow, at a start for example, but nobody else waits. */
const fewest = 8;
/** An overload is over when, for so many milliseconds, this part of the time would have been enough for everybody. */
const calm = 100;
const enough = 0.9;

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
  /** End of the first of the long turns in a row; -1 for none. */
  let since = -1;
  /** Milliseconds that everybody's requests would have taken since then, during an overload. */
  let demand = 0;
  let demandSince = 0;

  function ended(): void {
    const time = now();
    const length = time - start;
    inTurn = false;
    mean += weight * (((shed === 0 ? time : full) - start) / served - mean);
    observe?.(length);
    if (overloaded) {
      demand += length + shed * mean;
      if (time - demandSince < calm) return;
      if (demand < enough * (time - demandSince)) change(false, time);
      demand = 0;
      demandSince = time;
    } else if (length <= target || served < fewest) since = -1;
    else if (since === -1) since = time;
    else if (time - since >= interval) change(true, time);
  }

  function change(to: boolean, time: number): void {
    overloaded = to;
    since = -1;
    demand = 0;
    demandSince = time;
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
      if (overloaded || served >= fewest) {
        const time = now();
        const length = time - start;
        // Within a long turn, too: what has piled up when an overload begins must not be worked off first.
        const long = since === -1 ? length - target : time - since;
        if (!overloaded && length > target && long >= interval) change(true, time);
        if (overloaded && length > budget) {
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
