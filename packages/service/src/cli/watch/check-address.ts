import { createHash } from "node:crypto";
import { allowAll, allowNone, type Robots, readRobots } from "./robots.js";

/** What is remembered of an address from the last time. */
export interface Seen {
  readonly sha256: string;
  readonly etag?: string;
  readonly lastModified?: string;
  /** When its bytes were last downloaded. */
  readonly downloaded: string;
}

export type AddressState =
  /** The same bytes as before, or the server says so. */
  | "unchanged"
  /** The first look: nothing to compare with. */
  | "recorded"
  /** Other bytes than before. */
  | "changed"
  /** A web page where a PDF was expected. */
  | "not-pdf"
  /** 404 or 410. */
  | "missing"
  /** No answer that says anything: a timeout, an error of the server, a file that is too large. */
  | "unreachable"
  /** robots.txt asks us not to request it. */
  | "blocked";

export interface Checked {
  readonly state: AddressState;
  /** For people; the end of a sentence. */
  readonly message: string;
  /** Where a permanent redirect leads. */
  readonly movedTo?: string;
  readonly seen?: Seen;
}

export interface WatchOptions {
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Wait between two requests to one host. */
  readonly pauseMs: number;
  /** Download everything, whatever the server said last time. */
  readonly full: boolean;
  readonly now: Date;
}

const maxRedirects = 5;
/** A server may say that nothing changed although something did: after this time, its word is not enough. */
const trustMs = 7 * 24 * 3_600_000;

/** Checks addresses one after another. Remembers each host's robots.txt and when it was last asked something. */
export function addressChecker(
  options: WatchOptions,
): (address: string, expectsPdf: boolean, before: Seen | undefined) => Promise<Checked> {
  const site = politeSite(options);
  return async (address, expectsPdf, before) => {
    let url = new URL(address);
    let movedTo: string | undefined;
    try {
      for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
        if (!(await site.mayRequest(url)))
          return {
            state: "blocked",
            message: `robots.txt of ${url.host} asks not to request it`,
            ...moved(movedTo),
          };
        const response = await site.request(url, conditionsFor(before, options));
        if (redirectStatuses.has(response.status)) {
          await response.body?.cancel();
          const next = followed(url, response.headers.get("location"));
          // A temporary redirect leaves the address what it is.
          if ([301, 308].includes(response.status) && (redirects === 0 || movedTo === url.href))
            movedTo = next.href;
          url = next;
          continue;
        }
        return { ...(await judge(response, expectsPdf, before, options)), ...moved(movedTo) };
      }
      return {
        state: "unreachable",
        message: `it redirects more than ${maxRedirects} times`,
        ...moved(movedTo),
      };
    } catch (error) {
      return { state: "unreachable", message: reasonOf(error, options), ...moved(movedTo) };
    }
  };
}

function moved(movedTo: string | undefined): Pick<Checked, "movedTo"> {
  return movedTo === undefined ? {} : { movedTo };
}

async function judge(
  response: Response,
  expectsPdf: boolean,
  before: Seen | undefined,
  options: WatchOptions,
): Promise<Checked> {
  const { status, headers } = response;
  if (status === 304 && before !== undefined) {
    await response.body?.cancel();
    return { state: "unchanged", message: "the server says it is unchanged", seen: before };
  }
  if (status !== 200) {
    await response.body?.cancel();
    const state = status === 404 || status === 410 ? "missing" : "unreachable";
    return { state, message: `the server returned status ${status}` };
  }
  const bytes = await bodyOf(response, options.maxBytes);
  const isPdf = bytes.subarray(0, 1024).includes("%PDF-");
  if (expectsPdf && !isPdf) return { state: "not-pdf", message: "it is a web page, not a PDF" };
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const [etag, lastModified] = [headers.get("etag"), headers.get("last-modified")];
  const seen: Seen = {
    sha256,
    ...(etag === null ? {} : { etag }),
    ...(lastModified === null ? {} : { lastModified }),
    downloaded: options.now.toISOString(),
  };
  if (before === undefined) return { state: "recorded", message: "recorded for the next time", seen };
  if (before.sha256 === sha256) return { state: "unchanged", message: "the same bytes", seen };
  return { state: "changed", message: `other bytes than before, SHA-256 ${sha256}`, seen };
}

function conditionsFor(before: Seen | undefined, { full, now }: WatchOptions): Record<string, string> {
  if (before === undefined || full || now.getTime() - Date.parse(before.downloaded) > trustMs) return {};
  return {
    ...(before.etag === undefined ? {} : { "if-none-match": before.etag }),
    ...(before.lastModified === undefined ? {} : { "if-modified-since": before.lastModified }),
  };
}

interface Site {
  mayRequest(url: URL): Promise<boolean>;
  request(url: URL, headers: Readonly<Record<string, string>>): Promise<Response>;
}

/** Asks one host no more than it should: its robots.txt first, then one request after another with a pause. */
function politeSite(options: WatchOptions): Site {
  const robots = new Map<string, Robots>();
  const last = new Map<string, number>();
  const request: Site["request"] = async (url, headers) => {
    const wait = (last.get(url.host) ?? Number.NEGATIVE_INFINITY) + options.pauseMs - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    try {
      return await fetch(url, {
        redirect: "manual",
        signal: AbortSignal.timeout(options.timeoutMs),
        headers: { accept: "application/pdf, text/html;q=0.5", "user-agent": options.userAgent, ...headers },
      });
    } finally {
      last.set(url.host, performance.now());
    }
  };
  return {
    request,
    mayRequest: async (url) => {
      const known = robots.get(url.origin) ?? (await robotsOf(url, request, options));
      robots.set(url.origin, known);
      return known.allows(`${url.pathname}${url.search}`);
    },
  };
}

/** Without a robots.txt everything is allowed; where the server fails to give it, nothing is. */
async function robotsOf(
  url: URL,
  request: Site["request"],
  { userAgent, maxBytes }: WatchOptions,
): Promise<Robots> {
  let at = new URL("/robots.txt", url);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await request(at, {});
    if (response.status === 200) {
      const text = Buffer.from(await bodyOf(response, Math.min(maxBytes, 500_000))).toString("utf8");
      return readRobots(text, userAgent.toLowerCase());
    }
    await response.body?.cancel();
    if (!redirectStatuses.has(response.status)) return response.status >= 500 ? allowNone : allowAll;
    at = followed(at, response.headers.get("location"));
  }
  return allowAll;
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

class AnswerError extends Error {}

function followed(from: URL, location: string | null): URL {
  const to = location !== null && URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (to === undefined || !/^https?:$/.test(to.protocol))
    throw new AnswerError("it redirects without a valid Location");
  if (from.protocol === "https:" && to.protocol === "http:")
    throw new AnswerError(`it redirects from https to ${to.origin}`);
  return to;
}

async function bodyOf(response: Response, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    length += part.length;
    if (length > maxBytes) throw new AnswerError(`it is larger than ${maxBytes / 1e6} MB`);
  }
  return Buffer.concat(parts);
}

function reasonOf(error: unknown, { timeoutMs }: WatchOptions): string {
  const { name, message, cause } = error as Error;
  if (error instanceof AnswerError) return message;
  if (name === "TimeoutError") return `it took longer than ${timeoutMs / 1000} seconds`;
  const { code, message: inner } = (cause ?? {}) as { code?: string; message?: string };
  if (code === "UND_ERR_SOCKET" || message === "terminated")
    return "the connection closed before the answer was complete";
  return inner === undefined || inner === "" ? (code ?? message) : inner;
}
