import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "./problems.js";

const windowSeconds = 60;

/**
 * Counts requests by whoever `who` names and refuses those past the limit. Headers follow
 * draft-ietf-httpapi-ratelimit-headers, which is still a draft.
 */
export function limitRate(
  app: FastifyInstance,
  policy: string,
  limit: number,
  who: (request: FastifyRequest) => string,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  if (limit === 0) return async () => {};
  const count = app.createRateLimit({ max: limit, timeWindow: windowSeconds * 1000, keyGenerator: who });
  const quota = `"${policy}";q=${limit};w=${windowSeconds}`;
  return async (request, reply) => {
    const state = await count(request);
    if (state.isAllowed) return;
    const { remaining, ttlInSeconds } = state;
    reply.header("ratelimit-policy", quota);
    reply.header("ratelimit", `"${policy}";r=${remaining};t=${ttlInSeconds}`);
    if (!state.isExceeded) return;
    throw new Problem("RATE_LIMITED", {
      values: { seconds: ttlInSeconds },
      headers: { "retry-after": String(ttlInSeconds) },
    });
  };
}
