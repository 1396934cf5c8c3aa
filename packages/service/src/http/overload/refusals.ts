import type { IncomingMessage, ServerResponse } from "node:http";
import { type Language, languages } from "@withholding-forms/interview";
import { Problem } from "../../problems/problem.js";
import { chooseLanguage } from "../language.js";
import { problemDocument, problemHeaders } from "../problems/problem-document.js";
import { requestId } from "../request-id.js";

export interface RefusalOptions {
  /** On every response. */
  readonly headers: Readonly<Record<string, string>>;
  readonly publicUrl: () => string;
  /** Whether responses must end their connections. */
  readonly stopping: () => boolean;
}

/** Rejects a request with 503 and `Retry-After`. */
export type Refuse = (request: IncomingMessage, response: ServerResponse) => void;

const retryAfterSeconds = 2;
/** The rest of a larger body would be read only to be discarded, so the connection is closed instead. */
const maxDiscardedBytes = 64 * 1024;

/**
 * Finds no route, writes no log line, and uses a prepared body: a rejection must cost a fraction of a served request.
 */
export function createRefuse(options: RefusalOptions): Refuse {
  let prepared: ReadonlyMap<Language, Refusal> | undefined;
  return (request, response) => {
    prepared ??= prepare(options.publicUrl(), options.headers);
    const refusal = prepared.get(chooseLanguage(request.headers["accept-language"]));
    if (refusal === undefined) return;
    const id = requestId(request.headers["x-request-id"]);
    const { before, after, size } = refusal;
    const headers = [...refusal.headers, "x-request-id", id, "content-length", String(size + id.length)];
    if (options.stopping() || isLarge(request.headers)) headers.push("connection", "close");
    response.writeHead(503, headers);
    response.end(before + id + after);
  };
}

interface Refusal {
  readonly headers: readonly string[];
  /** The body around the request's id. */
  readonly before: string;
  readonly after: string;
  /** Bytes of both. */
  readonly size: number;
}

function prepare(
  publicUrl: string,
  everywhere: Readonly<Record<string, string>>,
): ReadonlyMap<Language, Refusal> {
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
