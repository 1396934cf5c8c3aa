import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { problemOf } from "./errors.js";
import { problemDocument } from "./problems.js";

export interface BrokenRequestOptions {
  /** On every response. */
  readonly headers: Readonly<Record<string, string>>;
  readonly publicUrl: () => string;
  /** Responses on a connection that are not complete, oldest first. */
  readonly openOn: (socket: Socket) => readonly ServerResponse[];
  readonly log: (requestId: string, status: number) => void;
}

/**
 * Answers what Node could not read as HTTP, and closes the connection. There is no request yet, so the words are English
 * and the id is new. Requests before it on the connection are answered first.
 */
export function answerBrokenRequests(
  options: BrokenRequestOptions,
): (error: Error & { readonly code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    // One whose body does not arrive is the broken one, and will never be answered otherwise.
    const before = options.openOn(socket).filter(({ req }) => req.complete);
    const last = before.at(-1);
    if (last === undefined) answer(error, socket, options);
    else last.once("finish", () => answer(error, socket, options));
  };
}

function answer({ code }: { readonly code?: string }, socket: Socket, options: BrokenRequestOptions): void {
  if (!socket.writable) return;
  const problem = problemOf({ ...(code === undefined ? {} : { code }), statusCode: 400 });
  const id = randomUUID();
  const body = JSON.stringify(problemDocument(problem, "en", id, options.publicUrl()));
  const headers = Object.entries({
    ...options.headers,
    "content-type": "application/problem+json",
    "content-language": "en",
    "content-length": String(Buffer.byteLength(body)),
    "x-request-id": id,
    "cache-control": "no-store",
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${problem.status} ${problem.code}`, ...headers, "", body].join("\r\n"));
  options.log(id, problem.status);
}
