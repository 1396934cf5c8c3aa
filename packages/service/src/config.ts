/** Everything an operator can set. Read once at the start; an invalid value stops it with one clear line. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Prefix of the service endpoints: empty, or a path that begins with a slash and does not end with one. */
  readonly basePath: string;
  readonly apiKey: string | undefined;
  readonly dataDir: string;
  /** Without a slash at the end. Undefined: derived from the port the service listens on. */
  readonly publicUrl: string | undefined;
  readonly logLevel: LogLevel;
  readonly production: boolean;
  readonly addressProvider: "embedded" | "census";
  /** Requests a minute and key; 0 is no limit. */
  readonly rateLimit: number;
  /** Login attempts a minute and network address; 0 is no limit. */
  readonly loginRateLimit: number;
  /** How many proxies in front of us write `X-Forwarded-For`; 0 is none. */
  readonly trustProxy: number;
}

export const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

export class ConfigError extends Error {}

/** Names, defaults and rules of all variables; docs/configuration.md is tested against this list. */
export const variables = {
  PORT: { fallback: "8080", rule: "a whole number from 0 to 65535" },
  HOST: { fallback: "0.0.0.0", rule: "a host name or an IP address" },
  BASE_PATH: { fallback: "/v1", rule: 'a path such as /v1 or /payroll/forms, or "/" for none' },
  API_KEY: {
    fallback: "",
    rule: "visible ASCII characters without spaces, at most 200, and in production at least 24",
  },
  DATA_DIR: { fallback: "data", rule: "the path of a folder" },
  PUBLIC_URL: {
    fallback: "",
    rule: "an http or https address without query, such as https://forms.example.com",
  },
  LOG_LEVEL: { fallback: "info", rule: `one of ${logLevels.join(", ")}` },
  NODE_ENV: { fallback: "development", rule: "one of production, development, test" },
  ADDRESS_PROVIDER: { fallback: "embedded", rule: "one of embedded, census" },
  RATE_LIMIT: { fallback: "12000", rule: "a whole number from 0 to 10000000" },
  LOGIN_RATE_LIMIT: { fallback: "60", rule: "a whole number from 0 to 10000000" },
  TRUST_PROXY: { fallback: "false", rule: "false, true for one proxy, or the number of proxies from 1 to 9" },
} as const satisfies Record<string, { readonly fallback: string; readonly rule: string }>;

export type VariableName = keyof typeof variables;

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const text = (name: VariableName): string => {
    const given = env[name]?.trim();
    return given === undefined || given === "" ? variables[name].fallback : given;
  };
  const whole = (name: VariableName, most: number): number => {
    const value = text(name);
    return /^[0-9]{1,8}$/.test(value) && Number(value) <= most ? Number(value) : refuse(name, value);
  };
  const oneOf = <Word extends string>(name: VariableName, words: readonly Word[]): Word =>
    words.find((word) => word === text(name)) ?? refuse(name, text(name));
  const shaped = (name: VariableName, shape: RegExp): string =>
    shape.test(text(name)) ? text(name) : refuse(name, text(name));

  const production = oneOf("NODE_ENV", ["production", "development", "test"]) === "production";
  return {
    port: whole("PORT", 65_535),
    host: shaped("HOST", /^[A-Za-z0-9.:_-]{1,253}$/),
    basePath: shaped("BASE_PATH", /^(?:\/|(?:\/[A-Za-z0-9._~-]+)+)$/).replace(/^\/$/, ""),
    apiKey: readApiKey(env["API_KEY"], production),
    dataDir: text("DATA_DIR").includes("\0") ? refuse("DATA_DIR", "") : text("DATA_DIR"),
    publicUrl: text("PUBLIC_URL") === "" ? undefined : readUrl(text("PUBLIC_URL")),
    logLevel: oneOf("LOG_LEVEL", logLevels),
    production,
    addressProvider: oneOf("ADDRESS_PROVIDER", ["embedded", "census"]),
    rateLimit: whole("RATE_LIMIT", 10_000_000),
    loginRateLimit: whole("LOGIN_RATE_LIMIT", 10_000_000),
    trustProxy: readProxies(shaped("TRUST_PROXY", /^(?:true|false|[1-9])$/)),
  };
}

function refuse(name: VariableName, value: string): never {
  const shown = value.length > 60 ? `${value.slice(0, 60)}...` : value;
  throw new ConfigError(`${name} must be ${variables[name].rule}, not ${JSON.stringify(shown)}.`);
}

/** A short key is fine on a developer's machine; in production it could be guessed. The value is never shown. */
function readApiKey(given: string | undefined, production: boolean): string | undefined {
  if (given === undefined || given === "") return undefined;
  const least = production ? 24 : 1;
  if (given.length < least || given.length > 200 || !/^[\x21-\x7e]+$/.test(given))
    throw new ConfigError(`API_KEY must be ${variables.API_KEY.rule}.`);
  return given;
}

/** Only as many addresses count as proxies have written: whatever stands before them in the header, the caller made up. */
function readProxies(value: string): number {
  return value === "false" ? 0 : value === "true" ? 1 : Number(value);
}

function readUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : refuse("PUBLIC_URL", value);
  const plain = url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  if (!plain || (url.protocol !== "http:" && url.protocol !== "https:")) refuse("PUBLIC_URL", value);
  return url.href.replace(/\/+$/, "");
}
