import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { bodyOf, DownloadError, reasonOf, redirectStatuses, requestAgency } from "../request-agency.js";
import { allowAll, allowNone, type Robots, readRobots } from "./robots.js";

/** What is known of an address from the last run. */
export interface Seen {
  readonly sha256: string;
  readonly etag?: string;
  readonly lastModified?: string;
  /** When its bytes were last downloaded. */
  readonly downloaded: string;
  /** SHA-256 of the file that was there before. */
  readonly before?: string;
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
  /** No usable response: a timeout, a server error, a file that is too large. */
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
  /** What was downloaded now. */
  readonly bytes?: Uint8Array;
}

export interface WatchOptions {
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Wait between two requests to one host. */
  readonly pauseMs: number;
  /** Download everything, even what the server reported as unchanged. */
  readonly full: boolean;
  /** Also requests addresses that are not public. */
  readonly allowPrivate: boolean;
  readonly now: Date;
}

const maxRedirects = 5;
/** A server may wrongly report that nothing changed: after this time, the file is downloaded again. */
const trustMs = 7 * 24 * 3_600_000;

/** Checks addresses one after another. Remembers each host's robots.txt and the time of its last request. */
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
        if (redirectStatuses.has(response.statusCode)) {
          response.destroy();
          const next = followed(url, response.headers.location);
          // A temporary redirect leaves the address what it is.
          if ([301, 308].includes(response.statusCode ?? 0) && (redirects === 0 || movedTo === url.href))
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
      return { state: "unreachable", message: reasonOf(error, options.timeoutMs / 1000), ...moved(movedTo) };
    }
  };
}

function moved(movedTo: string | undefined): Pick<Checked, "movedTo"> {
  return movedTo === undefined ? {} : { movedTo };
}

async function judge(
  response: IncomingMessage,
  expectsPdf: boolean,
  before: Seen | undefined,
  options: WatchOptions,
): Promise<Checked> {
  const { statusCode: status, headers } = response;
  if (status === 304 && before !== undefined) {
    response.destroy();
    return { state: "unchanged", message: "the server says it is unchanged", seen: before };
  }
  if (status !== 200) {
    response.destroy();
    const state = status === 404 || status === 410 ? "missing" : "unreachable";
    return { state, message: `the server returned status ${status}` };
  }
  const bytes = await bodyOf(response, options.maxBytes);
  const isPdf = bytes.subarray(0, 1024).includes("%PDF-");
  if (expectsPdf && !isPdf) return { state: "not-pdf", message: "it is a web page, not a PDF" };
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const { etag, "last-modified": lastModified } = headers;
  const seen: Seen = {
    sha256,
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { lastModified }),
    downloaded: options.now.toISOString(),
  };
  if (before === undefined) return { state: "recorded", message: "recorded for the next time", seen, bytes };
  if (before.sha256 === sha256) return { state: "unchanged", message: "the same bytes", seen, bytes };
  return { state: "changed", message: `other bytes than before, SHA-256 ${sha256}`, seen, bytes };
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
  request(url: URL, headers: Readonly<Record<string, string>>): Promise<IncomingMessage>;
}

/** Requests robots.txt first, then sends one request after another with a pause. */
function politeSite(options: WatchOptions): Site {
  const robots = new Map<string, Robots>();
  const last = new Map<string, number>();
  const request: Site["request"] = async (url, headers) => {
    const wait = (last.get(url.host) ?? Number.NEGATIVE_INFINITY) + options.pauseMs - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    try {
      return await requestAgency(url, {
        signal: AbortSignal.timeout(options.timeoutMs),
        headers: { accept: "application/pdf, text/html;q=0.5", "user-agent": options.userAgent, ...headers },
        allowPrivate: options.allowPrivate,
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

/** Without a robots.txt everything is allowed; if the server fails to return it, nothing is. */
async function robotsOf(
  url: URL,
  request: Site["request"],
  { userAgent, maxBytes }: WatchOptions,
): Promise<Robots> {
  let at = new URL("/robots.txt", url);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await request(at, {});
    if (response.statusCode === 200) {
      const text = (await bodyOf(response, Math.min(maxBytes, 500_000))).toString("utf8");
      return readRobots(text, userAgent.toLowerCase());
    }
    response.destroy();
    const { statusCode = 0 } = response;
    if (!redirectStatuses.has(statusCode)) return statusCode >= 500 ? allowNone : allowAll;
    at = followed(at, response.headers.location);
  }
  return allowAll;
}

function followed(from: URL, location: string | undefined): URL {
  const to =
    location !== undefined && URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (to === undefined || !/^https?:$/.test(to.protocol))
    throw new DownloadError("it redirects without a valid Location");
  if (from.protocol === "https:" && to.protocol === "http:")
    throw new DownloadError(`it redirects from https to ${to.origin}`);
  return to;
}
