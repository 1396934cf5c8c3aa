import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../problems/problem.js";
import type { RateCounter, Taken } from "./counter.js";
import { leases, type RateDecision } from "./lease.js";

const windowSeconds = 60;

export type LimitHook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

export interface RateLimit {
  /** Counts the request against the caller and rejects it past the limit. */
  readonly count: LimitHook;
  /** Rejects the request past the limit, without counting it. */
  readonly check: LimitHook;
  /** Counts what the request costs beyond its first unit. */
  readonly countWork: (units: (request: FastifyRequest) => number) => LimitHook;
}

/**
 * Counts requests by the caller that `who` names and rejects those past the limit. Headers follow
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
  const admit = leases({ counter, policy, limit, windowMs });
  const look = (name: string): RateDecision | Promise<RateDecision> => {
    const taken = counter.take(`${policy}:${name}`, 0, limit, windowMs);
    return taken instanceof Promise ? taken.then(decisionOf) : decisionOf(taken);
  };
  const quota = `"${policy}";q=${limit};w=${windowSeconds}`;

  function answer(reply: FastifyReply, { allowed, remaining, seconds }: RateDecision): Problem | undefined {
    reply.header("ratelimit-policy", quota);
    reply.header("ratelimit", `"${policy}";r=${remaining};t=${seconds}`);
    if (allowed) return undefined;
    return new Problem("RATE_LIMITED", { retryAfterSeconds: seconds });
  }

  const hook =
    (ask: (name: string, request: FastifyRequest) => RateDecision | Promise<RateDecision>): LimitHook =>
    (request, reply, done) => {
      const decision = ask(who(request), request);
      if (decision instanceof Promise) decision.then((known) => done(answer(reply, known)));
      else done(answer(reply, decision));
    };
  return {
    count: hook((name) => admit(name)),
    check: hook(look),
    countWork(units) {
      const admitWork = hook((name, request) => admit(name, units(request)));
      return (request, reply, done) => (units(request) > 0 ? admitWork(request, reply, done) : done());
    },
  };
}

function decisionOf({ remaining, resetsInMs }: Taken): RateDecision {
  return { allowed: remaining > 0, remaining, seconds: Math.max(1, Math.ceil(resetsInMs / 1000)) };
}
