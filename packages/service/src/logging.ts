import type { FastifyInstance } from "fastify";
import type { Service } from "./service.js";

/**
 * One line a request: method, route pattern, status, time taken, request id. Addresses, headers, queries and bodies stay
 * out of the log, because names and numbers stand in them.
 */
export function logRequests(app: FastifyInstance, service: Service): void {
  const { requests, durations } = service.metrics;
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unmatched";
    const milliseconds = Math.round(reply.elapsedTime * 100) / 100;
    requests.inc({ method: request.method, route, status: String(reply.statusCode) });
    durations.observe({ route }, reply.elapsedTime / 1000);
    request.log.info({ method: request.method, route, status: reply.statusCode, milliseconds }, "request");
  });
}
