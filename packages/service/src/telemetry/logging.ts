import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Metrics } from "./metrics.js";

declare module "fastify" {
  interface FastifyRequest {
    isLogged: boolean;
  }
}

interface Measured {
  readonly metrics: Metrics;
}

interface Served {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of its path. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
}

/**
 * One line per request: method, route pattern, status, time taken, request id. Addresses, headers, queries and bodies stay
 * out of the log, because names and numbers are in them.
 */
export function logRequests(app: FastifyInstance, service: Measured): void {
  const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? "unmatched";
  app.decorateRequest("isLogged", false);
  app.addHook("onRequest", (request, reply, done) => {
    // Runs after the hook below, or instead of it.
    reply.raw.on("close", () => {
      if (!request.isLogged) logRequest(request, reply, routeOf(request), service, callerLeft);
    });
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    logRequest(request, reply, routeOf(request), service);
    done();
  });
}

/** The status that proxies log for a client that disconnected before the response. */
const callerLeft = 499;

/** Also for requests with an unreadable URL, for which no hook runs. */
export function logRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  route: string,
  { metrics }: Measured,
  status = reply.statusCode,
): void {
  request.isLogged = true;
  const { id: requestId, log, method } = request;
  record(log, { requestId, method, route, status, milliseconds: reply.elapsedTime }, { metrics });
}

/** Also for a line of a bulk request, which is served like a request. */
export function record(
  log: FastifyBaseLogger,
  { requestId, method, route, status, milliseconds }: Served,
  { metrics }: Measured,
): void {
  const rounded = Math.round(milliseconds * 100) / 100;
  metrics.requests.inc({ method, route, status: String(status) });
  metrics.durations.observe({ route }, rounded / 1000);
  log.info({ requestId, method, route, status, milliseconds: rounded }, "request");
}

/** For what could not be read as a request. Its method and its start time are unknown. */
export function logUnreadable(
  log: FastifyBaseLogger,
  requestId: string,
  status: number,
  { metrics }: Measured,
): void {
  const [method, route] = ["unknown", "unreadable"];
  metrics.requests.inc({ method, route, status: String(status) });
  log.info({ requestId, method, route, status, milliseconds: 0 }, "request");
}
