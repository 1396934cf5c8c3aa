import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { defined } from "@withholding-forms/interview";
import { isStream } from "../ndjson.js";
import { problemOf } from "./handle-errors.js";
import { problemDocument, statusOf } from "./problem-document.js";

export interface BrokenRequestOptions {
  /** On every response. */
  readonly headers: Readonly<Record<string, string>>;
  readonly publicUrl: () => string;
  /** Responses on a connection that are not complete, oldest first. */
  readonly openOn: (socket: Socket) => readonly ServerResponse[];
  readonly log: (requestId: string, status: number) => void;
}

/**
 * Answers what Node could not read as HTTP, and closes the connection. There is no request yet, so the text is in
 * English and the id is new. Requests before it on the connection are answered first.
 */
export function answerBrokenRequests(
  options: BrokenRequestOptions,
): (error: Error & { readonly code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const open = options.openOn(socket);
    // The rest of a bulk request can take hours. A caller that stops sending or reading is disconnected all the same.
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && open.some(isStream)) return;
    const last = open.filter(({ req }) => req.complete).at(-1);
    const send = (): void => {
      const answered = answer(error, socket, options);
      // One whose body cannot be read is the broken one. It has a separate log line when the connection closes.
      if (answered !== undefined && open.at(-1) === last) options.log(answered.id, answered.status);
    };
    if (last === undefined) send();
    else last.once("finish", send);
  };
}

function answer(
  { code }: { readonly code?: string },
  socket: Socket,
  options: BrokenRequestOptions,
): { readonly id: string; readonly status: number } | undefined {
  if (!socket.writable) return undefined;
  const problem = problemOf({ ...defined({ code }), statusCode: 400 });
  const status = statusOf(problem);
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
  socket.end([`HTTP/1.1 ${status} ${problem.code}`, ...headers, "", body].join("\r\n"));
  return { id, status };
}
