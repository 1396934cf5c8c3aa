import { createServer, type Server } from "node:http";
import type { Listener } from "./admission.js";
import { boundConnections, boundConnectionsPerAddress } from "./connections.js";

export interface HttpServerOptions {
  /** 0 is no limit. */
  readonly maxConnectionsPerAddress: number;
}

/** A server that slow clients cannot block. */
export function createHttpServer(
  listener: Listener,
  { maxConnectionsPerAddress }: HttpServerOptions,
): Server {
  const server = createServer(
    {
      // Two headers of one name become one that no check accepts, so a proxy and we cannot go by different ones.
      joinDuplicateHeaders: true,
      // Checked by ourselves, so that the answer is like every other; see `checkRequest`.
      requireHostHeader: false,
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
  if (maxConnectionsPerAddress > 0) boundConnectionsPerAddress(server, maxConnectionsPerAddress);
  // An expectation that we do not know; Node would answer it on its own, without our headers.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  return server;
}
