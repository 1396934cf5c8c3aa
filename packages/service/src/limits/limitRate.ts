import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../problems.js";
import type { Counter } from "./counter.js";
import { type Admission, leases } from "./lease.js";

const windowSeconds = 60;

export type LimitHook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/**
 * Counts requests by whoever `who` names and refuses those past the limit. Headers follow
 * draft-ietf-httpapi-ratelimit-headers, which is still a draft.
 */
export function limitRate(
  counter: Counter,
  policy: string,
  limit: number,
  who: (request: FastifyRequest) => string,
): LimitHook {
  if (limit === 0) return (_request, _reply, done) => done();
  const admit = leases({ counter, policy, limit, window: windowSeconds * 1000 });
  const quota = `"${policy}";q=${limit};w=${windowSeconds}`;

  function answer(reply: FastifyReply, { allowed, remaining, seconds }: Admission): Problem | undefined {
    reply.header("ratelimit-policy", quota);
    reply.header("ratelimit", `"${policy}";r=${remaining};t=${seconds}`);
    if (allowed) return undefined;
    return new Problem("RATE_LIMITED", { values: { seconds }, headers: { "retry-after": String(seconds) } });
  }

  return (request, reply, done) => {
    const admission = admit(who(request));
    if (admission instanceof Promise) admission.then((known) => done(answer(reply, known)));
    else done(answer(reply, admission));
  };
}
