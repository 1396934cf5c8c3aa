import { type Call, type Fetch, type Limits, limited, perform } from "./call.js";
import { createTokens, statedExpiry, type Tokens } from "./tokens.js";
import type { Language } from "./types.js";

export interface ServiceOptions extends Preferences {
  /** URL of the service with its path prefix, such as `https://forms.example.com/v1`. */
  readonly baseUrl: string;
  /** Base URL of login. By default, the origin of `baseUrl`. */
  readonly authUrl?: string | undefined;
  readonly fetch?: Fetch | undefined;
}

export interface TokenOptions {
  /**
   * Gets a token from your own server. Called when there is none, before the current one expires, and once after the
   * service rejected one, which is then the argument.
   */
  readonly getToken: (rejectedToken: string | undefined) => string | Promise<string>;
  readonly apiKey?: undefined;
}

/** Options for all requests of a client, or for one. */
export interface Preferences {
  /** `en` by default. */
  readonly language?: Language | undefined;
  /** IANA time zone ID for the date and time on signed forms. UTC by default. */
  readonly timeZone?: string | undefined;
  /** Time limit of a request, including retries and delays. 30,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Max retries of a GET or of `fillPdf`. 2 by default. */
  readonly retries?: number | undefined;
}

export interface CallOptions extends Preferences {
  readonly signal?: AbortSignal | undefined;
  /** Sent as `X-Request-Id`. It is also in problem documents and in the service's log. */
  readonly requestId?: string | undefined;
}

/** What every request of a client needs. */
export interface Transport {
  readonly options: ServiceOptions;
  readonly base: string;
  readonly auth: string;
  readonly fetch: Fetch;
  readonly language: Language;
  readonly tokens: Tokens;
}

/** A request with neither a token nor a key of its own, such as a login. */
export type OpenTransport = Omit<Transport, "tokens">;

export function openTransport(options: ServiceOptions): OpenTransport {
  const base = addressOf(options.baseUrl);
  return {
    options,
    base,
    auth: options.authUrl === undefined ? new URL(base).origin : addressOf(options.authUrl),
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    language: options.language ?? "en",
  };
}

/** From the page's or the server's own function. */
export function hostTokens({
  getToken,
  ...options
}: ServiceOptions & Pick<TokenOptions, "getToken">): Tokens {
  const limits = limitsOf(options, {});
  return createTokens(async (rejected) => {
    // Limited, because all later requests wait for the same token.
    const token = await limited("getToken", limits, ({ race }) => race(Promise.resolve(getToken(rejected))));
    return { token, expiresAt: statedExpiry(token) };
  });
}

export function limitsOf(options: Preferences, one: CallOptions): Limits {
  return {
    timeoutMs: one.timeoutMs ?? options.timeoutMs ?? 30_000,
    retries: one.retries ?? options.retries ?? 2,
    signal: one.signal,
  };
}

export function headersOf(
  { language }: Pick<Transport, "language">,
  accept: string,
  one: CallOptions,
): Record<string, string> {
  return {
    accept,
    "accept-language": one.language ?? language,
    ...(one.requestId === undefined ? {} : { "x-request-id": one.requestId }),
  };
}

export function get<Result>(
  transport: Transport,
  operation: string,
  path: string,
  one: CallOptions,
  accept: string,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  const call: Call<Result> = {
    operation,
    method: "GET",
    url: `${transport.base}/${path}`,
    headers: headersOf(transport, accept, one),
    repeatable: true,
    tokens: transport.tokens,
    read,
  };
  return perform(transport.fetch, call, limitsOf(transport.options, one));
}

export function getJson<Result>(
  transport: Transport,
  operation: string,
  path: string,
  one: CallOptions,
): Promise<Result> {
  return get(transport, operation, path, one, json, readJson<Result>);
}

export function post<Result>(
  transport: Transport,
  operation: string,
  path: string,
  body: object,
  one: CallOptions,
  repeatable: boolean,
  headers: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const timeZone = one.timeZone ?? transport.options.timeZone;
  const call: Call<Result> = {
    operation,
    method: "POST",
    url: `${transport.base}/${path}`,
    headers: {
      ...headersOf(transport, json, one),
      "content-type": "application/json",
      ...(timeZone === undefined ? {} : { timezone: timeZone }),
      ...headers,
    },
    body: JSON.stringify(body),
    repeatable,
    tokens: transport.tokens,
    read: readJson,
  };
  return perform(transport.fetch, call, limitsOf(transport.options, one));
}

export const json = "application/json";

export async function readJson<Result>(response: Response): Promise<Result> {
  return JSON.parse(await response.text()) as Result;
}

/** Without a trailing slash. In a page, the URL can be relative. */
function addressOf(url: string): string {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  const { protocol, origin, pathname } = new URL(url, location?.href);
  if (protocol !== "https:" && protocol !== "http:")
    throw new TypeError("The address of the service must begin with https: or http:.");
  return `${origin}${pathname.replace(/\/+$/, "")}`;
}
