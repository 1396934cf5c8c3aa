import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../problems/problem.js";
import type { RateCounter, Taken } from "./counter.js";
import { leases, type RateDecision } from "./lease.js";

const windowSeconds = 60;

export type LimitHook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

export interface RateLimit {
  /** Counts the request and rejects it above the limit. */
  readonly count: LimitHook;
  /** Rejects the request above the limit, without counting it. */
  readonly check: LimitHook;
  /** Counts what the request costs beyond its first unit. */
  readonly countWork: (units: (request: FastifyRequest) => number) => LimitHook;
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
  if (limit === 0) return { count: free, check: free, countWork: () => free };
  const windowMs = windowSeconds * 1000;
  const { admitNow, admit } = leases({ counter, policy, limit, windowMs });
  const quota = `"${policy}";q=${limit};w=${windowSeconds}`;

  function answer(reply: FastifyReply, { allowed, remaining, seconds }: RateDecision): Problem | undefined {
    reply.header("ratelimit-policy", quota);
    reply.header("ratelimit", `"${policy}";r=${remaining};t=${seconds}`);
    if (allowed) return undefined;
    return new Problem("RATE_LIMITED", { retryAfterSeconds: seconds });
  }

  function admission(units: (request: FastifyRequest) => number): LimitHook {
    return (request, reply, done) => {
      const name = who(request);
      const cost = units(request);
      const decision = admitNow(name, cost);
      if (decision !== undefined) done(answer(reply, decision));
      else void admit(name, cost).then((decided) => done(answer(reply, decided)));
    };
  }

  return {
    count: admission(() => 1),
    check(request, reply, done) {
      const name = `${policy}:${who(request)}`;
      const taken = counter.takeNow(name, 0, limit, windowMs);
      if (taken !== undefined) done(answer(reply, decisionOf(taken)));
      else
        void counter
          .take(name, 0, limit, windowMs)
          .then((counted) => done(answer(reply, decisionOf(counted))));
    },
    countWork(units) {
      const admitWork = admission(units);
      return (request, reply, done) => (units(request) > 0 ? admitWork(request, reply, done) : done());
    },
  };
}

/** Applies a limit only to wizard tokens. */
export function ifWizard(limit: LimitHook): LimitHook {
  return (request, reply, done) => (request.scope === "wizard" ? limit(request, reply, done) : done());
}

function decisionOf({ remaining, resetsInMs }: Taken): RateDecision {
  return { allowed: remaining > 0, remaining, seconds: Math.max(1, Math.ceil(resetsInMs / 1000)) };
}
