import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { isStream } from "../ndjson.js";
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
      // Two headers of one name become one that no check accepts, so a proxy and this server cannot use different ones.
      joinDuplicateHeaders: true,
      // `checkRequest` checks this instead, so that the response has our format.
      requireHostHeader: false,
      // Time to send the headers, and to send all of a request.
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      // How often both are checked.
      connectionsCheckingInterval: 1000,
      // Longer than the minute after which load balancers close idle connections, so that they close first.
      keepAliveTimeout: 65_000,
    },
    listener,
  );
  // No data in either direction for this long: the caller is gone, or does not read its response.
  server.setTimeout(20_000);
  server.maxConnections = 10_000;
  boundConnections(server);
  if (maxConnectionsPerAddress > 0) boundConnectionsPerAddress(server, maxConnectionsPerAddress);
  server.on("request", closeUnread);
  // An expectation that we do not know; Node would answer it on its own, without our headers.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  return server;
}

/**
 * Node would read and discard the rest of a body that was not needed, which takes a lot of CPU time for a body of tiny chunks,
 * or wait for it, if some of it was read.
 */
function closeUnread(request: IncomingMessage, response: ServerResponse): void {
  response.once("finish", () => {
    const isUnread = request.headers["transfer-encoding"] !== undefined || isStream(response);
    if (isUnread && !request.complete) request.socket.destroySoon();
  });
}
