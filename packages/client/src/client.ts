import { type Call, limited, perform } from "./call.js";
import { createTokens, freshExpiry, type Tokens } from "./tokens.js";
import {
  type CallOptions,
  get,
  getJson,
  headersOf,
  hostTokens,
  json,
  limitsOf,
  type OpenTransport,
  openTransport,
  post,
  readJson,
  type ServiceOptions,
  type TokenOptions,
  type Transport,
} from "./transport.js";
import type {
  CatalogEntry,
  ChangesResponse,
  CoverageResponse,
  EffectiveParametersRequest,
  EffectiveParametersResponse,
  FormsResponse,
  Language,
  LocationRequest,
  Login,
  MigrateRequest,
  MigrateResponse,
  NoticesResponse,
  ParametersResponse,
} from "./types.js";
import { type WizardClient, wizardOperations, written } from "./wizard-client.js";

/** A method per endpoint, named as in the specification. */
export interface Client extends WizardClient {
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
  getAllFormIds(options?: CallOptions): Promise<readonly string[]>;
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

export interface KeyOptions {
  /** The API key. For servers only: in a browser, anyone could read it. */
  readonly apiKey: string;
  readonly getToken?: undefined;
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

export interface ChangesQuery {
  readonly since?: string | undefined;
  readonly cursor?: string | undefined;
}

export function createClient(options: ClientOptions): Client {
  const transport = transportOf(options);
  const { tokens } = transport;
  return {
    ...wizardOperations(transport),
    language: transport.language,
    accessToken: async (one = {}) => {
      if (one.rejectedToken !== undefined) tokens.reject(one.rejectedToken);
      return limited("accessToken", limitsOf(options, one), ({ race }) => race(tokens.get()));
    },
    login: async (one = {}) => login(transport, options.apiKey, one),
    forms: async (location, one = {}) => post(transport, "forms", "forms", location, one, false),
    getAllFormIds: async (one = {}) => getJson(transport, "getAllFormIds", "getAllFormIds", one),
    getAllFormsCatalog: async (one = {}) =>
      getJson(transport, "getAllFormsCatalog", "getAllFormsCatalog", one),
    parameters: async (one = {}) => getJson(transport, "parameters", "parameters", one),
    notices: async (one = {}) => getJson(transport, "notices", "notices", one),
    coverage: async (one = {}) => getJson(transport, "coverage", "coverage", one),
    changes: async (since = {}, one = {}) => {
      const chosen: ChangesQuery = typeof since === "string" ? { since } : since;
      const query = new URLSearchParams();
      if (chosen.since !== undefined) query.set("since", chosen.since);
      if (chosen.cursor !== undefined) query.set("cursor", chosen.cursor);
      return getJson(transport, "changes", `changes${written(query)}`, one);
    },
    effectiveParameters: async (request, one = {}) =>
      post(transport, "effectiveParameters", "effective-parameters", request, one, true),
    migrate: async (request, one = {}) => post(transport, "migrate", "migrate", request, one, true),
    docsConfig: async (one = {}) =>
      get(transport, "docsConfig", "docs/config", one, "application/yaml", (response) => response.text()),
  };
}

export function transportOf(options: ClientOptions): Transport {
  const transport = openTransport(options);
  return { ...transport, tokens: tokensOf(options, transport) };
}

function login(transport: OpenTransport, apiKey: string | undefined, one: LoginOptions): Promise<Login> {
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

function loginQuery({ scope, lifetimeSeconds, employeeReference }: LoginOptions): string {
  const query = new URLSearchParams();
  if (scope !== undefined) query.set("scope", scope);
  if (lifetimeSeconds !== undefined) query.set("lifetime", String(lifetimeSeconds));
  if (employeeReference !== undefined) query.set("employeeReference", employeeReference);
  return written(query);
}

function tokensOf(options: ClientOptions, transport: OpenTransport): Tokens {
  const { getToken, apiKey } = options;
  if ((getToken === undefined) === (apiKey === undefined))
    throw new TypeError("createClient needs either an apiKey or getToken.");
  if (getToken !== undefined) return hostTokens({ ...options, getToken });
  if (isBrowser())
    throw new TypeError(
      "An API key must not be in a browser, where everyone can read it: use getToken and let your server log in.",
    );
  return createTokens(async () => {
    const askedAt = Date.now();
    const { accessToken } = await login(transport, apiKey, {});
    return { token: accessToken, expiresAt: freshExpiry(accessToken, askedAt) };
  });
}

function isBrowser(): boolean {
  return "document" in globalThis && "window" in globalThis;
}
