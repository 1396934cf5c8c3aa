import { createServer, type Server } from "node:http";
import type { Listener } from "./admission.js";
import { boundConnections } from "./connections.js";

/** A server that no caller can hold up by being slow. */
export function createHttpServer(listener: Listener): Server {
  const server = createServer(
    {
      // Two headers of one name become one that no check accepts, so a proxy and we cannot go by different ones.
      joinDuplicateHeaders: true,
      // Time to send the headers, and to send all of a request.
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      // How often both are looked at.
      connectionsCheckingInterval: 1000,
      // Longer than the minute after which balancers give up idle connections, so that they do so first.
      keepAliveTimeout: 65_000,
    },
    listener,
  );
  // Nothing sent and nothing read for so long: the caller is gone, or does not want its answer.
  server.setTimeout(20_000);
  server.maxConnections = 10_000;
  boundConnections(server);
  return server;
}
