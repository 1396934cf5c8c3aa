import type { Counter, Taken } from "./counter.js";

/** Whether a request may go on, what is left of the limit, and the seconds until its window ends. */
export interface Admission {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly seconds: number;
}

export interface LeaseOptions {
  readonly counter: Counter;
  /** Begins the names in the counter. */
  readonly policy: string;
  readonly limit: number;
  /** Milliseconds. */
  readonly window: number;
  readonly now?: () => number;
  /** How many names are remembered. */
  readonly most?: number;
}

interface Lease {
  /** Taken from the counter and not yet used. */
  left: number;
  /** What the counter had left after that. */
  remaining: number;
  endsAt: number;
  /** Requests that wait for the counter, in order of arrival. */
  waiting: ((admission: Admission) => void)[];
  taking: boolean;
}

const mostNames = 20_000;
/** A block is at most this part of the limit: so much can lie unused in each process. */
const partOfLimit = 100;
/** And at most this part of what is left, so that blocks shrink to single requests towards the limit. */
const partOfRest = 32;

/**
 * Admits one request of whoever is named. Blocks are taken from the counter in advance, so that a busy caller costs a
 * look in a map and not a round trip, and a refused one nothing at all until the window ends.
 */
export function leases(options: LeaseOptions): (name: string) => Admission | Promise<Admission> {
  const { counter, policy, limit, window } = options;
  const now = options.now ?? (() => performance.now());
  const most = options.most ?? mostNames;
  const known = new Map<string, Lease>();

  function leaseOf(name: string, time: number): Lease {
    const current = known.get(name);
    if (current !== undefined && (time < current.endsAt || current.taking)) return current;
    known.delete(name);
    if (known.size >= most) forgetFirst(known);
    const lease = { left: 0, remaining: limit, endsAt: time + window, waiting: [], taking: false };
    known.set(name, lease);
    return lease;
  }

  function take(lease: Lease, name: string, time: number): void {
    const block = Math.min(Math.floor(limit / partOfLimit), Math.floor(lease.remaining / partOfRest));
    lease.taking = true;
    const taken = counter.take(`${policy}:${name}`, Math.max(1, block, lease.waiting.length), limit, window);
    if (taken instanceof Promise) taken.then((result) => receive(lease, name, time, result));
    else receive(lease, name, time, taken);
  }

  function receive(lease: Lease, name: string, asked: number, taken: Taken): void {
    const time = now();
    lease.taking = false;
    lease.left += taken.granted;
    lease.remaining = taken.remaining;
    // Rather a little early: the counter knows better when it is asked again.
    lease.endsAt = asked + taken.resetsIn;
    const waiting = lease.waiting;
    lease.waiting = [];
    for (const answer of waiting) {
      if (lease.left > 0) answer(use(lease, time));
      else if (lease.remaining === 0) answer(refusal(lease, time));
      else lease.waiting.push(answer);
    }
    if (lease.waiting.length > 0) take(lease, name, time);
  }

  return (name) => {
    const time = now();
    const lease = leaseOf(name, time);
    if (lease.left === 0 && lease.remaining > 0 && !lease.taking) {
      take(lease, name, time);
      // A counter that answers at once has done so.
      if (lease.taking) return new Promise((resolve) => lease.waiting.push(resolve));
    }
    if (lease.left > 0) return use(lease, time);
    if (lease.taking) return new Promise((resolve) => lease.waiting.push(resolve));
    return refusal(lease, time);
  };
}

function use(lease: Lease, time: number): Admission {
  lease.left--;
  return { allowed: true, remaining: lease.remaining + lease.left, seconds: secondsLeft(lease, time) };
}

function refusal(lease: Lease, time: number): Admission {
  return { allowed: false, remaining: 0, seconds: secondsLeft(lease, time) };
}

function secondsLeft(lease: Lease, time: number): number {
  return Math.max(1, Math.ceil((lease.endsAt - time) / 1000));
}

function forgetFirst(known: Map<string, Lease>): void {
  const { value } = known.keys().next();
  if (value !== undefined) known.delete(value);
}
