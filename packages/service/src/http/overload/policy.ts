import { type Client, fairQueue } from "./fair-queue.js";

/**
 * Decides which requests are served, and in which order. It does nothing on its own: its caller reports arrivals and
 * the ends of turns of the event loop, so that every decision can be tested with scripted arrivals and a scripted clock.
 *
 * Time is CPU time of this process. On a machine that pauses us, waiting grows on a wall clock although nobody
 * sends more than we can do. While requests wait the process never idles, so without pauses both clocks agree.
 */
export interface Policy<Item> {
  /**
   * For each request as it arrives. True: serve it right away. False: enqueue it. `known` is asked only if that decides,
   * since most requests arrive alone.
   */
  passes(known: () => boolean): boolean;
  enqueue(client: Client, item: Item): void;
  /** At the end of a turn: who is served now, and who is rejected. `held` is how many rejected requests are still open. */
  turn(held: number): Decision<Item>;
  waiting(): number;
  overloaded(): boolean;
}

export interface Decision<Item> {
  readonly serve: readonly Item[];
  readonly refuse: readonly Refused<Item>[];
}

export interface Refused<Item> {
  readonly item: Item;
  readonly known: boolean;
}

export interface PolicyOptions {
  /**
   * Milliseconds of work that may wait. More, for longer than the interval, is an overload. So is work that would still be
   * more than that after the interval: there is no need to wait for it.
   */
  readonly targetMs: number;
  readonly intervalMs: number;
  /** An overload ends when less work than the target has waited for so many milliseconds. */
  readonly calmMs: number;
  /**
   * Milliseconds of work that may wait during an overload. What is accepted is answered about that fast. Known clients that
   * use less than their fair share may exceed it up to the target.
   */
  readonly overloadMs: number;
  /** Milliseconds of work per turn, so that new arrivals are seen soon. Enough for 32 signed forms on a slow machine. */
  readonly batchMs: number;
  /** The same for a turn in which only strangers are served, or during an overload. */
  readonly shortBatchMs: number;
  /** A request that has waited for so many milliseconds is rejected: its caller may have given up. */
  readonly maxAgeMs: number;
  /** Requests that may wait in any case, to bound memory. */
  readonly maxWaiting: number;
  /** Processor time of this process, in milliseconds. */
  readonly clock: () => number;
  /** Milliseconds of a wall clock that nobody sets. Only for the end of an overload, after which the process idles. */
  readonly wallClock: () => number;
  readonly onChange?: (overloaded: boolean) => void;
}

/**
 * A payroll system that fills forms over a hundred connections makes 20 ms of work wait. That is a busy service and no
 * overload.
 */
export const defaultPolicy: Omit<PolicyOptions, "clock" | "wallClock"> = {
  targetMs: 25,
  intervalMs: 100,
  calmMs: 1000,
  overloadMs: 1.5,
  batchMs: 10,
  shortBatchMs: 1,
  maxAgeMs: 250,
  maxWaiting: 1000,
};

/** For another target; 0: nobody is rejected. */
export function policyOf(targetMs: number): Omit<PolicyOptions, "clock" | "wallClock"> {
  const none = Number.POSITIVE_INFINITY;
  return targetMs === 0
    ? { ...defaultPolicy, targetMs: none, maxAgeMs: none, maxWaiting: none }
    : {
        ...defaultPolicy,
        targetMs,
        overloadMs: (targetMs * defaultPolicy.overloadMs) / defaultPolicy.targetMs,
        batchMs: Math.min(defaultPolicy.batchMs, targetMs),
        maxAgeMs: Math.max(defaultPolicy.maxAgeMs, targetMs),
      };
}

/** Part of the work that strangers get while known clients wait too, so that login stays possible. */
const strangerShare = 0.1;
/** The first requests of a turn are served right away, known client or not. After these, only those of known clients are. */
const freePasses = 4;
/** More per turn gain nothing from following one another; see `together`. */
const maxBatch = 32;
/** Few requests are never rejected, however long each takes. */
const minWaiting = 3;
/** Until something has been measured. */
const firstCostMs = 0.2;
/** Requests after which a new mean has mostly replaced the old one. */
const memory = 100;
/** Milliseconds after which what a client was served counts half. */
const shareMs = 250;

export function createPolicy<Item>(options: PolicyOptions): Policy<Item> {
  const { targetMs, intervalMs, calmMs, clock, wallClock } = options;
  const queue = fairQueue<Item>();
  const waiting = (): number => queue.size(true) + queue.size(false);
  /** Mean milliseconds that a served request takes, with everything that is done between. */
  let cost = firstCostMs;
  let markedAt = clock();
  let served = 0;
  /** Requests in the mean, up to `memory`. The first ones of a process take many times as long as later ones. */
  let measured = 0;
  let agedAt = markedAt;
  /** Served right away in this turn. */
  let passed = 0;
  /** A crowd that arrives in one turn must not pass as a whole. Far fewer would end the gain of `together`. */
  let maxPassed = requestsPerTurn(options.batchMs);
  let overloaded = false;
  /** Since when too much work, or during an overload little work, has been waiting; -1: it has not. */
  let since = -1;
  /** Requests of strangers that are due by their share. */
  let credit = 0;

  /** A new process takes up to a hundred milliseconds for each of its first requests, so that few callers look like a crowd. */
  function isWarm(): boolean {
    return measured === memory;
  }

  function requestsPerTurn(ms: number): number {
    return Math.max(1, Math.min(maxBatch, Math.floor(ms / cost)));
  }

  function measure(time: number): void {
    if (served > 0) cost += Math.min(0.2, served / memory) * ((time - markedAt) / served - cost);
    measured = Math.min(memory, measured + served);
    markedAt = time;
    served = 0;
    passed = 0;
    maxPassed = requestsPerTurn(options.batchMs);
  }

  /** Callers whose refusals are still held back come again, so they count as work when the end is decided. */
  function detect(held: number, now: number): void {
    if (!isWarm()) return;
    const work = (waiting() + (overloaded ? held : 0)) * cost;
    const time = overloaded ? wallClock() : now;
    const crowd = !overloaded && work >= targetMs + intervalMs;
    if (work >= targetMs === overloaded) since = -1;
    else if (since === -1 && !crowd) since = time;
    else if (crowd || time - since >= (overloaded ? calmMs : intervalMs)) {
      overloaded = !overloaded;
      since = -1;
      options.onChange?.(overloaded);
    }
  }

  function requestsIn(ms: number): number {
    return Math.max(minWaiting, Math.floor(ms / cost));
  }

  /** Rejects what would wait too long: strangers first, except for their share, and the client with the most work first. */
  function trim(refuse: Refused<Item>[]): void {
    const max = overloaded ? requestsIn(options.overloadMs) : options.maxWaiting;
    const sparing = overloaded ? requestsIn(targetMs) : 0;
    const guaranteed = Math.max(1, Math.floor(max * strangerShare));
    while (waiting() > max) {
      const known = queue.size(false) <= guaranteed;
      const item = queue.drop(known, known && waiting() <= sparing);
      if (item === undefined) return;
      refuse.push({ item, known });
    }
  }

  function take(time: number, refuse: Refused<Item>[]): Item | undefined {
    while (true) {
      const known = queue.size(true) > 0 && (credit < 1 || queue.size(false) === 0);
      const next = queue.take(known);
      if (next === undefined) return undefined;
      if (isWarm() && time - next.at > options.maxAgeMs) {
        refuse.push({ item: next.item, known });
        continue;
      }
      credit = known ? Math.min(credit + strangerShare, 1) : Math.max(0, credit - 1);
      return next.item;
    }
  }

  return {
    passes(known) {
      if (overloaded || passed >= maxPassed) return false;
      const free = passed < freePasses && waiting() === 0;
      if (!free && (queue.size(true) > 0 || !known())) return false;
      passed++;
      served++;
      return true;
    },
    enqueue(client, item) {
      // Not the time of the last turn: after a long one, what has just arrived would count as old.
      queue.add(client, item, clock());
    },
    turn(held) {
      const time = clock();
      measure(time);
      detect(held, time);
      if (time - agedAt >= shareMs) {
        queue.age();
        agedAt = time;
      }
      const serve: Item[] = [];
      const refuse: Refused<Item>[] = [];
      trim(refuse);
      // Strangers fill a turn only if no known client has to wait for its end.
      const forKnown = queue.size(true) > 0;
      const batch = requestsPerTurn(forKnown && !overloaded ? options.batchMs : options.shortBatchMs);
      while (serve.length < batch) {
        if (forKnown && queue.size(true) === 0 && credit < 1) break;
        const item = take(time, refuse);
        if (item === undefined) break;
        serve.push(item);
      }
      served += serve.length;
      return { serve, refuse };
    },
    waiting,
    overloaded: () => overloaded,
  };
}
