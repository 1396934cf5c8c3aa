/**
 * Decides which requests there is time for. Node handles all requests that have arrived in one turn of its event loop, so
 * the time already spent in a turn, and what has been put off to its end, is what the next request in it waits. A turn
 * that is long for a moment is a burst and is worked off; turns that stay long are an overload, and then each serves only
 * what its budget has time for.
 */
export interface Turns {
  /** For each request, as it arrives. False: there is no time for it. */
  admits(): boolean;
  /**
   * Resolves when the other requests of this turn have arrived, too. The same work done for many in a row finds its code
   * and its data in the processor's caches; between two readings of sockets it finds neither and takes half as long again.
   */
  together(): Promise<void>;
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
export const usualTurns = { target: 25, interval: 25, budget: 1 } as const;

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
/** How many work together. More gain nothing, but their bodies would be kept waiting in memory. */
const most = 32;

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
  /** Those of this turn that wait to work together, and how many have worked so far. */
  let waiting: Waiting | undefined;
  let worked = 0;
  /** Mean milliseconds that the work of one of them takes. */
  let work = 0;
  let overloaded = false;
  /** End of the first of the long turns in a row; -1 for none. */
  let since = -1;
  /** Milliseconds that everybody's requests would have taken since then, during an overload. */
  let demand = 0;
  let demandSince = 0;

  function begin(): void {
    inTurn = true;
    start = now();
    served = 0;
    worked = 0;
    shed = 0;
    atEnd(arrived);
  }

  /** Everything that has arrived in this turn has been read. */
  function arrived(): void {
    const time = now();
    const refusing = shed === 0 ? 0 : time - full;
    if (waiting === undefined) ended(time, refusing);
    else
      letWork(waiting, (end) => {
        ended(end, refusing);
        // Who began to wait during this work must not wait for the next request to arrive.
        if (waiting !== undefined) begin();
      });
  }

  /** `after` hears the time at which all have done what they do without waiting for anything else. */
  function letWork({ count, go }: Waiting, after?: (time: number) => void): void {
    let begun = 0;
    waiting = undefined;
    worked += count;
    // Not now: what else has been read from the same connection is looked at before they begin.
    queueMicrotask(() => {
      begun = now();
    });
    go();
    // Queued behind all of them.
    queueMicrotask(() => {
      const time = now();
      const taken = time - begun;
      work += weight * (taken / count - work);
      // Time for those who are served, also while others are being turned away.
      if (shed > 0 && after === undefined) full += taken;
      after?.(time);
    });
  }

  function ended(time: number, refusing: number): void {
    const length = time - start;
    inTurn = false;
    if (served > 0) mean += weight * ((length - refusing) / served - mean);
    observe?.(length);
    if (overloaded) {
      demand += length + shed * mean;
      if (time - demandSince < calm) return;
      if (demand < enough * (time - demandSince)) change(false, time);
      demand = 0;
      demandSince = time;
    } else if (length <= target || Math.max(served, worked) < fewest) since = -1;
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
      if (!inTurn) begin();
      else if (overloaded || Math.max(served, worked) >= fewest) {
        const time = now();
        const end = time + (waiting?.count ?? 0) * work;
        const length = end - start;
        // Within a long turn, too: what has piled up when an overload begins must not be worked off first.
        const long = since === -1 ? length - target : end - since;
        if (!overloaded && length > target && long >= interval) change(true, time);
        if (overloaded && (shed > 0 || length > budget)) {
          if (shed === 0) full = time;
          shed++;
          // Turning away all the others may take longer than the work of those who have been admitted.
          if (waiting !== undefined) letWork(waiting);
          return false;
        }
      }
      served++;
      return true;
    },
    together() {
      // A body may arrive after the turn of its request.
      if (!inTurn) begin();
      if (waiting !== undefined && waiting.count >= most) letWork(waiting);
      waiting ??= newWaiting();
      waiting.count++;
      return waiting.promise;
    },
  };
}

interface Waiting {
  count: number;
  readonly promise: Promise<void>;
  /** Resolves the promise. */
  readonly go: () => void;
}

function newWaiting(): Waiting {
  let go = (): void => {};
  const promise = new Promise<void>((resolve) => {
    go = resolve;
  });
  return { count: 0, promise, go };
}
