import { type Call, type Fetch, type Limits, limited, perform } from "./call.js";
import { newIdempotencyKey } from "./idempotency-key.js";
import { createTokens, freshExpiry, statedExpiry, type Tokens } from "./tokens.js";
import type {
  CatalogEntry,
  ChangesResponse,
  CoverageResponse,
  EffectiveParametersRequest,
  EffectiveParametersResponse,
  FillPdfRequest,
  FillPdfResponse,
  FormInformation,
  FormsResponse,
  GuidedFlowsResponse,
  Language,
  LocationRequest,
  Login,
  MigrateRequest,
  MigrateResponse,
  NoticesResponse,
  ParametersResponse,
  QuestionSet,
} from "./types.js";

/** A method per endpoint, named as in the specification. */
export interface Client {
  /** The default language. */
  readonly language: Language;
  /** The token for this client's own requests, valid for at least some minutes and renewed when needed. */
  accessToken(options?: AccessTokenOptions): Promise<string>;
  /**
   * A new token for the API key. The other methods log in automatically. With `scope: "wizard"` it is a token that your
   * server can pass to a browser: only for the requests of the wizard, valid for 15 minutes by default.
   */
  login(options?: LoginOptions): Promise<Login>;
  forms(location: LocationRequest, options?: CallOptions): Promise<FormsResponse>;
  guidedFlows(location: LocationRequest, options?: CallOptions): Promise<GuidedFlowsResponse>;
  flowQuestionSet(flowId: string, questionSetId: string, options?: CallOptions): Promise<QuestionSet>;
  formQuestionSet(formId: string, questionSetId: string, options?: FormSetOptions): Promise<QuestionSet>;
  /**
   * Completes a form. SIGN is sent with an `Idempotency-Key`, so that a retry returns the form that was signed first and
   * leaves no second audit event.
   */
  fillPdf(request: FillPdfRequest, options?: FillOptions): Promise<FillPdfResponse>;
  /** GET fillPdf/{formId} */
  formInformation(formId: string, options?: VersionOptions): Promise<FormInformation>;
  getAllFormIds(options?: CallOptions): Promise<readonly string[]>;
  /** The bytes of the blank form. */
  getPdf(formId: string, options?: VersionOptions): Promise<Uint8Array>;
  getAllFormsCatalog(options?: CallOptions): Promise<readonly CatalogEntry[]>;
  /** All tax parameters that forms can return, with their meaning. */
  parameters(options?: CallOptions): Promise<ParametersResponse>;
  /** All codes of notices, with their meaning. */
  notices(options?: CallOptions): Promise<NoticesResponse>;
  /** Jurisdictions, their forms, and what is missing. */
  coverage(options?: CallOptions): Promise<CoverageResponse>;
  /**
   * Form versions that changed, and those that are scheduled: all, those on or after a date (`YYYY-MM-DD`), or those that are new
   * since the response with a cursor.
   */
  changes(since?: string | ChangesQuery, options?: CallOptions): Promise<ChangesResponse>;
  /** Which parameters of an employee's certificates payroll uses on a day. */
  effectiveParameters(
    request: EffectiveParametersRequest,
    options?: CallOptions,
  ): Promise<EffectiveParametersResponse>;
  /** Which stored answers are valid for another version of the form. */
  migrate(request: MigrateRequest, options?: CallOptions): Promise<MigrateResponse>;
  /** The OpenAPI description, as YAML. */
  docsConfig(options?: CallOptions): Promise<string>;
}

export type ClientOptions = ServiceOptions & (KeyOptions | TokenOptions);

export interface ServiceOptions extends Preferences {
  /** URL of the service with its path prefix, such as `https://forms.example.com/v1`. */
  readonly baseUrl: string;
  /** Base URL of login. By default, the origin of `baseUrl`. */
  readonly authUrl?: string | undefined;
  readonly fetch?: Fetch | undefined;
}

export interface KeyOptions {
  /** The API key. For servers only: in a browser, anyone could read it. */
  readonly apiKey: string;
  readonly getToken?: undefined;
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

export interface AccessTokenOptions extends Pick<CallOptions, "signal" | "timeoutMs"> {
  /** A token that the service rejected. If it is still the current one, it is replaced. */
  readonly rejectedToken?: string | undefined;
}

export interface LoginOptions extends CallOptions {
  /** What the token allows. The key's own scope by default. */
  readonly scope?: "full" | "wizard" | undefined;
  /** 60 to 86,400, or to 3,600 for the scope `wizard`. */
  readonly lifetimeSeconds?: number | undefined;
  /**
   * For the scope `wizard`: your own reference of the employee who gets the token, which the audit event of each signature
   * records. It must mean nothing to others: 1 to 64 of `A-Z a-z 0-9 . _ ~ -`, and not a social security number.
   */
  readonly employeeReference?: string | undefined;
}

export interface VersionOptions extends CallOptions {
  readonly formVersion?: string | undefined;
}

export interface FillOptions extends CallOptions {
  /**
   * For SIGN: a random key of 16 to 128 characters, such as a UUID. By default, a new one for each call. If you store it before
   * you call, you can repeat the request after a crash of your program, within 24 hours.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface ChangesQuery {
  readonly since?: string | undefined;
  readonly cursor?: string | undefined;
}

export interface FormSetOptions extends VersionOptions {
  readonly hasFederalValues?: boolean | undefined;
}

export function createClient(options: ClientOptions): Client {
  const transport = transportOf(options);
  const { tokens } = transport;
  const getJson = <Result>(operation: string, path: string, one: CallOptions): Promise<Result> =>
    get(transport, operation, path, one, json, readJson<Result>);
  return {
    language: transport.language,
    accessToken: async (one = {}) => {
      if (one.rejectedToken !== undefined) tokens.reject(one.rejectedToken);
      return limited("accessToken", limitsOf(options, one), ({ race }) => race(tokens.get()));
    },
    login: async (one = {}) => login(transport, one),
    forms: async (location, one = {}) => post(transport, "forms", "forms", location, one, false),
    guidedFlows: async (location, one = {}) =>
      post(transport, "guidedFlows", "guided-flows", location, one, false),
    flowQuestionSet: async (flowId, questionSetId, one = {}) =>
      getJson("flowQuestionSet", `flowQuestionSet/${segment(flowId)}/${segment(questionSetId)}`, one),
    formQuestionSet: async (formId, questionSetId, one = {}) =>
      getJson(
        "formQuestionSet",
        `formQuestionSet/${segment(formId)}/${segment(questionSetId)}${queryOf(one)}`,
        one,
      ),
    fillPdf: async (request, one = {}) =>
      post(transport, "fillPdf", "fillPdf", request, one, true, idempotencyHeader(request, one)),
    formInformation: async (formId, one = {}) =>
      getJson("formInformation", `fillPdf/${segment(formId)}${queryOf(one)}`, one),
    getAllFormIds: async (one = {}) => getJson("getAllFormIds", "getAllFormIds", one),
    getPdf: async (formId, one = {}) =>
      get(transport, "getPdf", `getPdf/${segment(formId)}${queryOf(one)}`, one, "application/pdf", readBytes),
    getAllFormsCatalog: async (one = {}) => getJson("getAllFormsCatalog", "getAllFormsCatalog", one),
    parameters: async (one = {}) => getJson("parameters", "parameters", one),
    notices: async (one = {}) => getJson("notices", "notices", one),
    coverage: async (one = {}) => getJson("coverage", "coverage", one),
    changes: async (since = {}, one = {}) => {
      const chosen: ChangesQuery = typeof since === "string" ? { since } : since;
      const query = new URLSearchParams();
      if (chosen.since !== undefined) query.set("since", chosen.since);
      if (chosen.cursor !== undefined) query.set("cursor", chosen.cursor);
      return getJson("changes", `changes${written(query)}`, one);
    },
    effectiveParameters: async (request, one = {}) =>
      post(transport, "effectiveParameters", "effective-parameters", request, one, true),
    migrate: async (request, one = {}) => post(transport, "migrate", "migrate", request, one, true),
    docsConfig: async (one = {}) =>
      get(transport, "docsConfig", "docs/config", one, "application/yaml", (response) => response.text()),
  };
}

/** What every request of a client needs. */
export interface Transport {
  readonly options: ClientOptions;
  readonly base: string;
  readonly auth: string;
  readonly fetch: Fetch;
  readonly language: Language;
  readonly tokens: Tokens;
}

export function transportOf(options: ClientOptions): Transport {
  const base = addressOf(options.baseUrl);
  const transport: Omit<Transport, "tokens"> = {
    options,
    base,
    auth: options.authUrl === undefined ? new URL(base).origin : addressOf(options.authUrl),
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    language: options.language ?? "en",
  };
  return { ...transport, tokens: tokensOf(options, () => login(transport, {}), limitsOf(options, {})) };
}

export function limitsOf(options: ClientOptions, one: CallOptions): Limits {
  return {
    timeoutMs: one.timeoutMs ?? options.timeoutMs ?? 30_000,
    retries: one.retries ?? options.retries ?? 2,
    signal: one.signal,
  };
}

function headersOf(
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

function login(transport: Omit<Transport, "tokens">, one: LoginOptions): Promise<Login> {
  const { apiKey } = transport.options;
  if (apiKey === undefined) throw new TypeError("login needs an apiKey; this client has getToken.");
  const call: Call<Login> = {
    operation: "login",
    method: "GET",
    url: `${transport.auth}/authentication/login${loginQuery(one)}`,
    headers: { ...headersOf(transport, json, one), "api-key": apiKey },
    repeatable: true,
    read: readJson,
  };
  return perform(transport.fetch, call, limitsOf(transport.options, one));
}

function get<Result>(
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

function post<Result>(
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

/** The other modes sign nothing, so they can be repeated as they are. */
function idempotencyHeader(
  { signForm }: FillPdfRequest,
  { idempotencyKey = newIdempotencyKey() }: FillOptions,
): Readonly<Record<string, string>> {
  return signForm === "SIGN" ? { "idempotency-key": idempotencyKey } : {};
}

const json = "application/json";

async function readBytes(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}

async function readJson<Result>(response: Response): Promise<Result> {
  return JSON.parse(await response.text()) as Result;
}

function loginQuery({ scope, lifetimeSeconds, employeeReference }: LoginOptions): string {
  const query = new URLSearchParams();
  if (scope !== undefined) query.set("scope", scope);
  if (lifetimeSeconds !== undefined) query.set("lifetime", String(lifetimeSeconds));
  if (employeeReference !== undefined) query.set("employeeReference", employeeReference);
  return written(query);
}

function written(query: URLSearchParams): string {
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

function tokensOf(options: ClientOptions, login: () => Promise<Login>, limits: Limits): Tokens {
  const { getToken, apiKey } = options;
  if ((getToken === undefined) === (apiKey === undefined))
    throw new TypeError("createClient needs either an apiKey or getToken.");
  if (getToken !== undefined)
    return createTokens(async (rejected) => {
      // Limited, because all later requests wait for the same token.
      const token = await limited("getToken", limits, ({ race }) =>
        race(Promise.resolve(getToken(rejected))),
      );
      return { token, expiresAt: statedExpiry(token) };
    });
  if (isBrowser())
    throw new TypeError(
      "An API key must not be in a browser, where everyone can read it: use getToken and let your server log in.",
    );
  return createTokens(async () => {
    const askedAt = Date.now();
    const { accessToken } = await login();
    return { token: accessToken, expiresAt: freshExpiry(accessToken, askedAt) };
  });
}

function isBrowser(): boolean {
  return "document" in globalThis && "window" in globalThis;
}

/** Without a trailing slash. In a page, the URL can be relative. */
function addressOf(url: string): string {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  const { protocol, origin, pathname } = new URL(url, location?.href);
  if (protocol !== "https:" && protocol !== "http:")
    throw new TypeError("The address of the service must begin with https: or http:.");
  return `${origin}${pathname.replace(/\/+$/, "")}`;
}

/** Dot segments would leave the path, even escaped. */
function segment(id: string): string {
  if (id === "" || id === "." || id === "..") throw new TypeError("An id is empty or only dots.");
  return encodeURIComponent(id);
}

function queryOf({ formVersion, hasFederalValues }: FormSetOptions): string {
  const query = new URLSearchParams();
  if (formVersion !== undefined) query.set("formVersion", formVersion);
  if (hasFederalValues !== undefined) query.set("hasFederalValues", String(hasFederalValues));
  return written(query);
}
