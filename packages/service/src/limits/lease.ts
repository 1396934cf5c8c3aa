import type { RateCounter, Taken } from "./counter.js";
import { steadyClock } from "./steady-clock.js";

/** Whether a request may go on, what is left of the limit, and the seconds until its window ends. */
export interface RateDecision {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly seconds: number;
}

export interface LeaseOptions {
  readonly counter: RateCounter;
  /** Begins the names in the counter. */
  readonly policy: string;
  readonly limit: number;
  /** Milliseconds. */
  readonly windowMs: number;
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
  waiting: Waiting[];
  taking: boolean;
}

interface Waiting {
  readonly units: number;
  readonly answer: (decision: RateDecision) => void;
}

/** Admits a request of the caller by that name, which costs one unit by default. */
export type Admit = (name: string, units?: number) => RateDecision | Promise<RateDecision>;

const maxNames = 20_000;
/** A block is at most this part of the limit: so much can lie unused in each process. */
const partOfLimit = 100;
/** And at most this part of what is left, so that blocks shrink to single requests towards the limit. */
const partOfRest = 32;

/**
 * Blocks are taken from the counter in advance, so that a busy caller costs a look in a map and not a round trip, and a
 * rejected one nothing at all until the window ends. A request that costs more than is left is rejected, and what is left
 * stays for smaller ones. One that costs more than the whole limit is admitted for the whole limit.
 */
export function leases(options: LeaseOptions): Admit {
  const { counter, policy, limit, windowMs } = options;
  const now = options.now ?? steadyClock;
  const most = options.most ?? maxNames;
  const known = new Map<string, Lease>();

  function leaseOf(name: string, time: number): Lease {
    const current = known.get(name);
    if (current !== undefined && (time < current.endsAt || current.taking)) return current;
    known.delete(name);
    if (known.size >= most) forgetFirst(known);
    const lease = { left: 0, remaining: limit, endsAt: time + windowMs, waiting: [], taking: false };
    known.set(name, lease);
    return lease;
  }

  function take(lease: Lease, name: string, time: number, units: number): void {
    const block = Math.min(Math.floor(limit / partOfLimit), Math.floor(lease.remaining / partOfRest));
    lease.taking = true;
    const taken = counter.take(`${policy}:${name}`, Math.max(block, units - lease.left), limit, windowMs);
    if (taken instanceof Promise) taken.then((result) => receive(lease, name, time, result));
    else receive(lease, name, time, taken);
  }

  function receive(lease: Lease, name: string, asked: number, taken: Taken): void {
    const time = now();
    lease.taking = false;
    lease.left += taken.granted;
    lease.remaining = taken.remaining;
    // Rather a little early: the counter knows better when it is asked again.
    lease.endsAt = asked + taken.resetsInMs;
    const waiting = lease.waiting;
    lease.waiting = [];
    for (const one of waiting) {
      if (lease.left >= one.units) one.answer(use(lease, one.units, time));
      else if (lease.remaining === 0) one.answer(refusal(lease, time));
      else lease.waiting.push(one);
    }
    const wanted = lease.waiting.reduce((sum, { units }) => sum + units, 0);
    if (wanted > 0) take(lease, name, time, wanted);
  }

  return (name, cost = 1) => {
    const time = now();
    const units = Math.min(cost, limit);
    const lease = leaseOf(name, time);
    const wait = (): Promise<RateDecision> => new Promise((answer) => lease.waiting.push({ units, answer }));
    if (lease.left < units && lease.remaining > 0 && !lease.taking) {
      take(lease, name, time, units);
      // A counter that answers at once has done so.
      if (lease.taking) return wait();
    }
    if (lease.left >= units) return use(lease, units, time);
    if (lease.taking) return wait();
    return refusal(lease, time);
  };
}

function use(lease: Lease, units: number, time: number): RateDecision {
  lease.left -= units;
  return { allowed: true, remaining: lease.remaining + lease.left, seconds: secondsLeft(lease, time) };
}

function refusal(lease: Lease, time: number): RateDecision {
  return { allowed: false, remaining: lease.left, seconds: secondsLeft(lease, time) };
}

function secondsLeft(lease: Lease, time: number): number {
  return Math.max(1, Math.ceil((lease.endsAt - time) / 1000));
}

function forgetFirst(known: Map<string, Lease>): void {
  const { value } = known.keys().next();
  if (value !== undefined) known.delete(value);
}
