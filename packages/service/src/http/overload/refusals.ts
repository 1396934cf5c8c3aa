import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type Language, languages } from "@withholding-forms/interview";
import { Problem } from "../../problems/problem.js";
import { chooseLanguage } from "../language.js";
import { problemDocument, problemHeaders } from "../problems/problem-document.js";
import { requestId } from "../request-id.js";
import { holdPart } from "./hold-part.js";
import { openList } from "./open-list.js";

export interface RefusalOptions {
  /** On every response. */
  readonly headers: Readonly<Record<string, string>>;
  readonly publicUrl: () => string;
  /** Whether connections are to end with their responses. */
  readonly stopping: () => boolean;
  /** Milliseconds for which a refusal is held back at most; 2000 by default. */
  readonly maxHoldMs?: number;
}

export interface Refusals {
  /** Answers 503, after a while: a caller that tries again at once must not keep us busy with refusing. */
  refuse(request: IncomingMessage, response: ServerResponse, known: boolean): void;
  /** Whether a refusal is held back on this connection. What follows on it is rejected, too. */
  holds(socket: Socket): boolean;
  /** A request on this connection is served; its next refusal counts as the first. */
  served(socket: Socket): void;
  held(): number;
  refused(): number;
  /** Answers all that are held back, now. */
  release(): void;
}

const retryAfterSeconds = 2;
/** As long as callers are asked to wait before they send again. */
const defaultMaxHoldMs = 1000 * retryAfterSeconds;
/** So many are held back; others are answered at once, and their connections are closed. */
const maxHeld = 1000;
/** What remains of a larger body would have to be read only to be thrown away; the connection ends instead. */
const maxDiscardedBytes = 64 * 1024;

/** No route is looked for, no line is logged, and the words are ready: a refusal must cost a small part of serving. */
export function createRefusals(options: RefusalOptions): Refusals {
  const { maxHoldMs = defaultMaxHoldMs } = options;
  /** Each function answers one that is held back. */
  const held = openList<() => void>();
  /** Refusals in a row on a connection, and whether one of them is held back. */
  const streaks = new WeakMap<Socket, { count: number; held: boolean }>();
  let refused = 0;
  let ready: ReadonlyMap<Language, Answer> | undefined;

  function answer(request: IncomingMessage, response: ServerResponse, close: boolean): void {
    ready ??= answers(options.publicUrl(), options.headers);
    const words = ready.get(chooseLanguage(request.headers["accept-language"]));
    if (words === undefined || response.destroyed || request.socket.destroyed) return;
    const id = requestId(request.headers["x-request-id"]);
    const body = words.before + id + words.after;
    const headers = [...words.headers, "x-request-id", id, "content-length", String(words.size + id.length)];
    if (close || options.stopping() || isLarge(request.headers)) headers.push("connection", "close");
    response.writeHead(503, headers);
    response.end(body);
  }

  return {
    refuse(request, response, known) {
      refused++;
      const { socket } = request;
      const streak = streaks.get(socket) ?? { count: 0, held: false };
      streaks.set(socket, streak);
      // Node sends responses in order, so what comes behind one that is held back waits with it.
      if (streak.held) return answer(request, response, false);
      if (held.size() >= maxHeld || options.stopping()) return answer(request, response, true);
      const delay = maxHoldMs * holdPart({ known, before: streak.count, held: held.size() });
      // Those refused together must not come back together.
      const spread = delay * (0.5 + Math.random() / 2);
      streak.count++;
      streak.held = true;
      const send = (): void => {
        clearTimeout(timer);
        leave();
        streak.held = false;
        answer(request, response, false);
      };
      const timer = setTimeout(send, spread);
      const leave = held.add(send);
    },
    holds: (socket) => streaks.get(socket)?.held === true,
    served(socket) {
      const streak = streaks.get(socket);
      if (streak !== undefined) streak.count = 0;
    },
    held: held.size,
    refused: () => refused,
    release() {
      for (const send of [...held]) send();
    },
  };
}

interface Answer {
  readonly headers: readonly string[];
  /** The body around the request's id. */
  readonly before: string;
  readonly after: string;
  /** Bytes of both. */
  readonly size: number;
}

function answers(
  publicUrl: string,
  everywhere: Readonly<Record<string, string>>,
): ReadonlyMap<Language, Answer> {
  const problem = new Problem("OVERLOADED", { retryAfterSeconds });
  return new Map(
    languages.map((language) => {
      const mark = "\0";
      const body = JSON.stringify(problemDocument(problem, language, mark, publicUrl));
      const [before = "", after = ""] = body.split(JSON.stringify(mark).slice(1, -1));
      const headers = Object.entries({
        ...everywhere,
        ...problemHeaders(problem),
        "content-language": language,
        "cache-control": "no-store",
        "content-type": "application/problem+json",
      }).flat();
      return [language, { headers, before, after, size: Buffer.byteLength(before + after) }];
    }),
  );
}

function isLarge(headers: IncomingMessage["headers"]): boolean {
  return (
    headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > maxDiscardedBytes
  );
}
