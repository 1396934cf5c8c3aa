import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { problemOf } from "./errors.js";
import { problemDocument } from "./problems.js";
import { securityHeaders } from "./securityHeaders.js";

/** Answers what Node could not read as HTTP. There is no request yet, so the words are English and the id is new. */
export function answerBrokenRequests(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = problemOf({ ...(error.code === undefined ? {} : { code: error.code }), statusCode: 400 });
  const id = randomUUID();
  const body = JSON.stringify(problemDocument(problem, "en", id, ""));
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${problem.code}`,
      "content-type: application/problem+json",
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${id}`,
      "cache-control: no-store",
      ...Object.entries(securityHeaders(undefined)).map(([name, value]) => `${name}: ${value}`),
      "connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}
