import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type Language, languages } from "@withholding-forms/interview";
import { chooseLanguage } from "../language.js";
import { Problem, problemDocument } from "../problems.js";
import { requestId } from "../requestId.js";
import type { Turns } from "./turns.js";

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export interface AdmissionOptions {
  readonly turns: Pick<Turns, "admits">;
  /** Addresses that are answered even under load. */
  readonly always: ReadonlySet<string>;
  /** On every answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly publicUrl: () => string;
  /** Whether connections are to end with their answers. */
  readonly stopping: () => boolean;
}

export interface Admission {
  /** What the server listens with: passes requests on, or answers that there is no time for them. */
  guard(listener: Listener): Listener;
  inFlight(): number;
  /** Turned away so far. */
  shed(): number;
  /** Answers under way end their connections, if it is not too late to say so. */
  endConnections(): void;
}

const retryAfter = 2;
/** What remains of a larger body would have to be read only to be thrown away; the connection ends instead. */
const largestRest = 64 * 1024;

/**
 * Stands before everything else, because turning a request away must cost a small part of serving it: no route is looked
 * for, no line is logged, and the words are ready.
 */
export function admission(options: AdmissionOptions): Admission {
  const { turns, always, stopping } = options;
  const underWay = new Set<ServerResponse>();
  let shed = 0;
  let ready: ReadonlyMap<Language, Answer> | undefined;
  function leave(this: ServerResponse): void {
    underWay.delete(this);
  }

  /** Answers to requests sent ahead, behind others on their connection: Node does not close them when it breaks off. */
  const behind = new WeakMap<Socket, Set<ServerResponse>>();
  function leaveWith(socket: Socket, response: ServerResponse): void {
    const known = behind.get(socket);
    const waiting = known ?? new Set();
    if (known === undefined) {
      behind.set(socket, waiting);
      socket.once("close", () => {
        for (const one of waiting) underWay.delete(one);
      });
    }
    waiting.add(response);
    response.once("close", () => waiting.delete(response));
  }

  function refuse(request: IncomingMessage, response: ServerResponse): void {
    shed++;
    ready ??= answers(options.publicUrl(), options.headers);
    const { headers } = request;
    const answer = ready.get(chooseLanguage(headers["accept-language"]));
    if (answer === undefined) return;
    const id = requestId(headers["x-request-id"]);
    const { socket } = response;
    const closes = stopping() || isLarge(headers);
    // Half of what an answer costs is how Node puts it together, so the usual one is written as it is. Node has to be told
    // that it is over. The socket is ours alone where no other answer waits on it. An answer to HEAD has no body: the next
    // one would be taken for it.
    const plain = !closes && response.shouldKeepAlive && request.method !== "HEAD";
    if (plain && socket !== null && socket.writableLength === 0) {
      const size = answer.size + id.length;
      const text = `${answer.head}x-request-id: ${id}\r\ncontent-length: ${size}\r\n\r\n${answer.before}${id}${answer.after}`;
      socket.write(text, answer.encoding);
      response.emit("finish");
      return;
    }
    const lines = [...answer.headers, "x-request-id", id, "content-length", String(answer.size + id.length)];
    if (closes) lines.push("connection", "close");
    response.writeHead(503, lines);
    response.end(answer.before + id + answer.after);
  }

  return {
    guard: (listener) => (request, response) => {
      if (!turns.admits() && !always.has(request.url ?? "")) return refuse(request, response);
      underWay.add(response);
      response.on("close", leave);
      if (response.socket === null) leaveWith(request.socket, response);
      listener(request, response);
    },
    inFlight: () => underWay.size,
    shed: () => shed,
    endConnections() {
      for (const response of underWay) response.shouldKeepAlive = false;
    },
  };
}

interface Answer {
  readonly headers: readonly string[];
  /** The status line and these headers, as they are sent. */
  readonly head: string;
  /** Of the whole answer; the narrower one is faster. */
  readonly encoding: "latin1" | "utf8";
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
  const problem = new Problem("OVERLOADED", { values: { seconds: retryAfter } });
  return new Map(
    languages.map((language) => {
      const mark = "\0";
      const body = JSON.stringify(problemDocument(problem, language, mark, publicUrl));
      const [before = "", after = ""] = body.split(JSON.stringify(mark).slice(1, -1));
      const headers = Object.entries({
        ...everywhere,
        "retry-after": String(retryAfter),
        "content-language": language,
        "cache-control": "no-store",
        "content-type": "application/problem+json",
      });
      const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
      const size = Buffer.byteLength(before + after);
      const answer: Answer = {
        headers: headers.flat(),
        head: `HTTP/1.1 503 Service Unavailable\r\n${lines.join("")}connection: keep-alive\r\n`,
        encoding: size === (before + after).length ? "latin1" : "utf8",
        before,
        after,
        size,
      };
      return [language, answer];
    }),
  );
}

function isLarge(headers: IncomingMessage["headers"]): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > largestRest;
}
