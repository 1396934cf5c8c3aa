import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Service } from "./service.js";

/**
 * One line a request: method, route pattern, status, time taken, request id. Addresses, headers, queries and bodies stay
 * out of the log, because names and numbers stand in them.
 */
export function logRequests(app: FastifyInstance, service: Service): void {
  app.addHook("onResponse", (request, reply, done) => {
    logRequest(request, reply, request.routeOptions.url ?? "unmatched", service);
    done();
  });
}

/** For requests whose address cannot even be read, too; no hook sees those. */
export function logRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  route: string,
  { metrics }: Pick<Service, "metrics">,
): void {
  const { method } = request;
  const status = reply.statusCode;
  const milliseconds = Math.round(reply.elapsedTime * 100) / 100;
  metrics.requests.inc({ method, route, status: String(status) });
  metrics.durations.observe({ route }, milliseconds / 1000);
  request.log.info({ requestId: request.id, method, route, status, milliseconds }, "request");
}
