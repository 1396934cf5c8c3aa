import type { FastifyReply, FastifyRequest } from "fastify";
import { recentCache } from "../cache.js";
import { Problem } from "../problems/problem.js";
import type { RateCounter, Taken } from "./counter.js";
import { steadyClock } from "./steady-clock.js";

const windowSeconds = 60;
const maxSpentNames = 20_000;

export type LimitHook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

export interface RateLimit {
  /** Counts the request and rejects it above the limit. */
  readonly count: LimitHook;
  /** Rejects the request above the limit, without counting it. */
  readonly check: LimitHook;
  /** Counts what the request costs beyond its first unit. */
  readonly countWork: (units: (request: FastifyRequest) => number) => LimitHook;
  /** Counts what a caller does without a request of its own. Throws a Problem above the limit. */
  readonly spend: (name: string, units: number) => Promise<void>;
}

/**
 * Counts requests by the caller that `who` returns and rejects those above the limit. Headers follow
 * draft-ietf-httpapi-ratelimit-headers, which is still a draft.
 */
export function limitRate(
  counter: RateCounter,
  policy: string,
  limit: number,
  who: (request: FastifyRequest) => string,
): LimitHook {
  return rateLimit(counter, policy, limit, who).count;
}

export function rateLimit(
  counter: RateCounter,
  policy: string,
  limit: number,
  who: (request: FastifyRequest) => string,
): RateLimit {
  const free: LimitHook = (_request, _reply, done) => done();
  if (limit === 0) return { count: free, check: free, countWork: () => free, spend: async () => {} };
  const quota = `"${policy}";q=${limit};w=${windowSeconds}`;
  // When the windows end in which nothing is left: a flood of rejected requests does not reach the counter.
  const spent = recentCache<number>(maxSpentNames);

  async function take(name: string, amount: number): Promise<Taken> {
    const time = steadyClock();
    const resetsInMs = (spent.get(name) ?? 0) - time;
    if (resetsInMs > 0) return { granted: 0, remaining: 0, resetsInMs };
    const taken = await counter.take(`${policy}:${name}`, amount, limit, windowSeconds * 1000);
    if (taken.remaining === 0) spent.set(name, time + taken.resetsInMs);
    return taken;
  }

  function admission(units: (request: FastifyRequest) => number): LimitHook {
    return (request, reply, done) => {
      const amount = units(request);
      void take(who(request), amount).then(({ granted, remaining, resetsInMs }) => {
        const seconds = secondsOf(resetsInMs);
        reply.header("ratelimit-policy", quota);
        reply.header("ratelimit", `"${policy}";r=${remaining};t=${seconds}`);
        const isAllowed = (amount === 0 ? remaining : granted) > 0;
        done(isAllowed ? undefined : rejection(seconds));
      });
    };
  }

  return {
    count: admission(() => 1),
    check: admission(() => 0),
    countWork(units) {
      const admitWork = admission(units);
      return (request, reply, done) => (units(request) > 0 ? admitWork(request, reply, done) : done());
    },
    async spend(name, units) {
      const { granted, resetsInMs } = await take(name, units);
      if (granted === 0) throw rejection(secondsOf(resetsInMs));
    },
  };
}

function secondsOf(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}

function rejection(retryAfterSeconds: number): Problem {
  return new Problem("RATE_LIMITED", { retryAfterSeconds });
}

/** Applies a limit only to wizard tokens. */
export function ifWizard(limit: LimitHook): LimitHook {
  return (request, reply, done) => (request.scope === "wizard" ? limit(request, reply, done) : done());
}
