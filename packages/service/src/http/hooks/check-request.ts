import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../../problems/problem.js";

/**
 * What Node would reject on its own, without our headers, id and log line: a request of HTTP/1.1 without a host (RFC
 * 9112,
 * 3.2), and an unknown expectation (RFC 9110, 10.1.1). Two hosts are rejected as well: Node joins them with a comma,
 * and a proxy may have used either. The sender of such a request may also disagree with us about where the next one
 * starts, so the connection is closed.
 */
export function checkRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const { headers, httpVersion } = request.raw;
  const { host, expect } = headers;
  if (host === undefined ? httpVersion === "1.1" : host.includes(",")) {
    reply.header("connection", "close");
    done(new Problem("MALFORMED_REQUEST"));
  } else if (expect !== undefined && expect.toLowerCase() !== "100-continue")
    done(new Problem("EXPECTATION_FAILED"));
  else done();
}
