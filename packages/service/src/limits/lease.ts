import type { RateCounter, Taken } from "./counter.js";
import { steadyClock } from "./steady-clock.js";

/** Whether a request is allowed, what is left of the limit, and the seconds until its window ends. */
export interface RateDecision {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly seconds: number;
}

export interface LeaseOptions {
  readonly counter: RateCounter;
  /** Prefix of the names in the counter. */
  readonly policy: string;
  readonly limit: number;
  /** Milliseconds. */
  readonly windowMs: number;
  readonly now?: () => number;
  /** How many names are remembered. */
  readonly max?: number;
}

interface Lease {
  /** Taken from the counter and not yet used. */
  left: number;
  /** What the counter had left after that. */
  remaining: number;
  endsAt: number;
  /** Requests that wait for the counter, in order of arrival. */
  pending: Pending[];
  taking: boolean;
}

interface Pending {
  readonly units: number;
  readonly decide: (decision: RateDecision) => void;
}

/** Decides on requests of the caller with a name. A request costs one unit by default. */
export interface Leases {
  /** Decides without waiting. Returns undefined, and counts nothing, if the counter has to be asked: then use `admit`. */
  admitNow(name: string, units?: number): RateDecision | undefined;
  admit(name: string, units?: number): Promise<RateDecision>;
}

const maxNames = 20_000;
/** A block is up to this part of the limit, because each process can leave one block unused. */
const partOfLimit = 100;
/** And up to this part of what is left, so that blocks shrink to single requests near the limit. */
const partOfRest = 32;

/**
 * Units are taken from the counter in blocks and in advance. A busy caller then costs a map lookup instead of a round trip, and a
 * rejected caller costs nothing until the window ends. A request that costs more than is left is rejected, and what is left
 * stays for smaller ones. A request that costs more than the whole limit is admitted for the whole limit.
 */
export function leases(options: LeaseOptions): Leases {
  const { counter, policy, limit, windowMs } = options;
  const now = options.now ?? steadyClock;
  const max = options.max ?? maxNames;
  const known = new Map<string, Lease>();

  function leaseOf(name: string, time: number): Lease {
    const current = known.get(name);
    if (current !== undefined && (time < current.endsAt || current.taking)) return current;
    known.delete(name);
    if (known.size >= max) forgetFirst(known);
    const lease = { left: 0, remaining: limit, endsAt: time + windowMs, pending: [], taking: false };
    known.set(name, lease);
    return lease;
  }

  /** A block, or more if the requests need more. */
  function amountFor(lease: Lease, units: number): number {
    const block = Math.min(Math.floor(limit / partOfLimit), Math.floor(lease.remaining / partOfRest));
    return Math.max(block, units - lease.left);
  }

  function admitNow(name: string, cost = 1): RateDecision | undefined {
    const time = now();
    const units = Math.min(cost, limit);
    const lease = leaseOf(name, time);
    if (lease.left < units && lease.remaining > 0 && !lease.taking) {
      const taken = counter.takeNow(`${policy}:${name}`, amountFor(lease, units), limit, windowMs);
      if (taken === undefined) return undefined;
      addTo(lease, taken, time);
    }
    if (lease.left >= units) return use(lease, units, time);
    return lease.taking ? undefined : refusal(lease, time);
  }

  /** Asks the counter until no request of this caller is pending. */
  async function takeForPending(lease: Lease, name: string): Promise<void> {
    lease.taking = true;
    while (lease.pending.length > 0) {
      const time = now();
      const wanted = lease.pending.reduce((sum, { units }) => sum + units, 0);
      addTo(lease, await counter.take(`${policy}:${name}`, amountFor(lease, wanted), limit, windowMs), time);
      decidePending(lease, now());
    }
    lease.taking = false;
  }

  return {
    admitNow,
    async admit(name, cost = 1) {
      const decision = admitNow(name, cost);
      if (decision !== undefined) return decision;
      const lease = leaseOf(name, now());
      return new Promise((decide) => {
        lease.pending.push({ units: Math.min(cost, limit), decide });
        if (!lease.taking) void takeForPending(lease, name);
      });
    },
  };
}

function addTo(lease: Lease, taken: Taken, time: number): void {
  lease.left += taken.granted;
  lease.remaining = taken.remaining;
  // Counted from the time of the question, so rather a little early: the counter then says whether the window has ended.
  lease.endsAt = time + taken.resetsInMs;
}

/** Requests stay pending while the counter may still have enough units for them. */
function decidePending(lease: Lease, time: number): void {
  const pending = lease.pending;
  lease.pending = [];
  for (const one of pending) {
    if (lease.left >= one.units) one.decide(use(lease, one.units, time));
    else if (lease.remaining === 0) one.decide(refusal(lease, time));
    else lease.pending.push(one);
  }
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
