import { type VerificationLevel, verificationLevels } from "@withholding-forms/contract";
import { OperatorError } from "./operator-error.js";
import settings from "./variables.json" with { type: "json" };

/** All settings. Read once at startup; an invalid value stops it with one line. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Prefix of the service endpoints: empty, or a path that starts with a slash and does not end with one. */
  readonly basePath: string;
  readonly apiKey: string | undefined;
  readonly sandboxApiKey: string | undefined;
  readonly dataDir: string;
  /** PostgreSQL of keys, secrets and audit events; may contain a password. Undefined: they are in the data folder. */
  readonly databaseUrl: string | undefined;
  /** For a connection to the database, and again for its answer. */
  readonly databaseTimeoutMs: number;
  /** Without a trailing slash. Undefined: derived from the port the service listens on. */
  readonly publicUrl: string | undefined;
  readonly logLevel: LogLevel;
  readonly production: boolean;
  readonly addressProvider: "embedded" | "census";
  /** Forms whose level of verification is lower are not served. */
  readonly minimumVerification: VerificationLevel;
  /** Forms that are signed only on the agency's own file. */
  readonly requireAgencyFiles: readonly string[];
  /** Files of the operator's registers, by the name that the content gives them. */
  readonly registers: Readonly<Record<string, string>>;
  /** Units of work per minute and key; 0 is no limit. */
  readonly rateLimit: number;
  /** Failed logins per minute and network address; 0 is no limit. */
  readonly loginRateLimit: number;
  /** Connections that one address may have open in a process; 0 is no limit. Behind a proxy it has no effect. */
  readonly maxConnectionsPerAddress: number;
  /** How many proxies in front of us write `X-Forwarded-For`; 0 is none. */
  readonly trustProxy: number;
  /** Redis that counts limits for all instances; may contain a password. Undefined: each instance counts for itself. */
  readonly redisUrl: string | undefined;
  /** Processes that handle requests. Undefined: one per core. */
  readonly workers: number | undefined;
  /** Undefined: no traces. */
  readonly tracing: TracingConfig | undefined;
  /** Undefined: signed forms have no seal. */
  readonly seal: SealConfig | undefined;
  /** File with our earlier certificates, whose seals are still recognized. */
  readonly trustedCertificates: string | undefined;
  /** File with certificates of timestamp servers or of their authorities. */
  readonly timestampCertificates: string | undefined;
}

/** What signed forms are sealed with. Names of files, except for the passphrase and the command. */
export interface SealConfig {
  readonly source:
    | { readonly pkcs12: string }
    | { readonly certificate: string; readonly key: string }
    | { readonly certificate: string; readonly command: readonly string[] };
  readonly passphrase: string | undefined;
  readonly passphraseFile: string | undefined;
  readonly timestampUrl: string | undefined;
  /** For each call of the command and of the timestamp server. */
  readonly timeoutMs: number;
}

export const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Where traces go and which; the names are OpenTelemetry's own. */
export interface TracingConfig {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly sampler: (typeof samplers)[number];
  /** Fraction of the traces to keep, for ratio samplers. */
  readonly ratio: number;
  /** Milliseconds between two exports. */
  readonly exportIntervalMs: number;
  /** Max spans waiting for export; more are dropped. */
  readonly maxQueueSize: number;
}

export const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/**
 * Names, defaults and rules of all variables; docs/configuration.md is tested against this list. HOST is every address
 * only in production: a service with a demo key and a demo token must not be open to the whole network.
 */
export const variables: Readonly<Record<VariableName, { readonly fallback: string; readonly rule: string }>> =
  settings;

export type VariableName = keyof typeof settings;

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const isSet = (name: VariableName): boolean => (env[name]?.trim() ?? "") !== "";
  const text = (name: VariableName): string =>
    isSet(name) ? (env[name] ?? "").trim() : variables[name].fallback;
  const whole = (name: VariableName, max: number): number => {
    const value = text(name);
    return /^[0-9]{1,8}$/.test(value) && Number(value) <= max ? Number(value) : refuse(name, value);
  };
  const between = (name: VariableName, min: number, max: number): number => {
    const value = whole(name, max);
    return value >= min ? value : refuse(name, String(value));
  };
  const oneOf = <Word extends string>(name: VariableName, words: readonly Word[]): Word =>
    words.find((word) => word === text(name)) ?? refuse(name, text(name));
  const shaped = (name: VariableName, shape: RegExp): string =>
    shape.test(text(name)) ? text(name) : refuse(name, text(name));

  const url = (name: VariableName): string | undefined =>
    text(name) === "" ? undefined : readUrl(name, text(name));
  const readTracing = (): TracingConfig | undefined => {
    const all = url("OTEL_EXPORTER_OTLP_ENDPOINT");
    const traces = url("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
    if (all === undefined && traces === undefined) return undefined;
    return {
      url: traces ?? `${all}/v1/traces`,
      headers: readPairs(text("OTEL_EXPORTER_OTLP_HEADERS")),
      serviceName: shaped("OTEL_SERVICE_NAME", /^[\x21-\x7e](?:[\x20-\x7e]{0,98}[\x21-\x7e])?$/),
      sampler: oneOf("OTEL_TRACES_SAMPLER", samplers),
      ratio: Number(shaped("OTEL_TRACES_SAMPLER_ARG", /^(?:0(?:\.\d{1,18})?|1(?:\.0{1,18})?)$/)),
      exportIntervalMs: whole("OTEL_BSP_SCHEDULE_DELAY", 60_000),
      maxQueueSize: whole("OTEL_BSP_MAX_QUEUE_SIZE", 100_000) || refuse("OTEL_BSP_MAX_QUEUE_SIZE", "0"),
    };
  };

  const path = (name: VariableName): string | undefined => {
    if (text(name).includes("\0")) refuse(name);
    return text(name) === "" ? undefined : text(name);
  };

  const production = oneOf("NODE_ENV", ["production", "development", "test"]) === "production";
  return {
    port: whole("PORT", 65_535),
    host: production && !isSet("HOST") ? "0.0.0.0" : shaped("HOST", /^[A-Za-z0-9.:_-]{1,253}$/),
    basePath: shaped("BASE_PATH", /^(?:\/|(?:\/[A-Za-z0-9._~-]+)+)$/).replace(/^\/$/, ""),
    apiKey: readApiKey("API_KEY", env, production),
    sandboxApiKey: readApiKey("SANDBOX_API_KEY", env, production),
    dataDir: text("DATA_DIR").includes("\0") ? refuse("DATA_DIR", "") : text("DATA_DIR"),
    databaseUrl: text("DATABASE_URL") === "" ? undefined : readDatabaseUrl(text("DATABASE_URL")),
    databaseTimeoutMs: between("DATABASE_TIMEOUT_MS", 100, 60_000),
    publicUrl: url("PUBLIC_URL"),
    logLevel: oneOf("LOG_LEVEL", logLevels),
    production,
    addressProvider: oneOf("ADDRESS_PROVIDER", ["embedded", "census"]),
    minimumVerification: oneOf("MINIMUM_VERIFICATION", verificationLevels),
    requireAgencyFiles: readFormIds(shaped("REQUIRE_AGENCY_FILES", /^(?:[A-Z0-9]+(?:\s*,\s*[A-Z0-9]+)*)?$/)),
    registers: readRegisters(env),
    rateLimit: whole("RATE_LIMIT", 10_000_000),
    loginRateLimit: whole("LOGIN_RATE_LIMIT", 10_000_000),
    maxConnectionsPerAddress: whole("MAX_CONNECTIONS_PER_ADDRESS", 10_000),
    trustProxy: readProxies(shaped("TRUST_PROXY", /^(?:true|false|[1-9])$/)),
    redisUrl: text("REDIS_URL") === "" ? undefined : readRedisUrl(text("REDIS_URL")),
    workers: text("WORKERS") === "" ? undefined : Number(shaped("WORKERS", /^[1-9][0-9]{0,2}$/)),
    tracing: readTracing(),
    seal: readSeal({ path, url, passphrase: env["SEAL_PASSPHRASE"], between }),
    trustedCertificates: path("SEAL_TRUSTED_CERTIFICATES"),
    timestampCertificates: path("SEAL_TIMESTAMP_CERTIFICATES"),
  };
}

function readFormIds(list: string): string[] {
  return list === "" ? [] : list.split(",").map((id) => id.trim());
}

interface SealSettings {
  readonly path: (name: VariableName) => string | undefined;
  readonly url: (name: VariableName) => string | undefined;
  readonly between: (name: VariableName, min: number, max: number) => number;
  /** Spaces count. */
  readonly passphrase: string | undefined;
}

/** Rejects settings that contradict each other or have no effect: a form would be sealed differently than intended. */
function readSeal({ path, url, between, ...settings }: SealSettings): SealConfig | undefined {
  const certificate = path("SEAL_CERTIFICATE");
  const key = path("SEAL_KEY");
  const command = path("SEAL_KEY_COMMAND")?.split(/\s+/);
  const pkcs12 = path("SEAL_PKCS12");
  const passphrase = settings.passphrase === "" ? undefined : settings.passphrase;
  const passphraseFile = path("SEAL_PASSPHRASE_FILE");
  const timestampUrl = url("SEAL_TIMESTAMP_URL");
  const timeoutMs = between("SEAL_TIMEOUT_MS", 100, 20_000);
  if (pkcs12 !== undefined && [certificate, key, command].some((other) => other !== undefined))
    refuse("SEAL_PKCS12");
  if (certificate === undefined && key !== undefined) refuse("SEAL_KEY");
  if (command !== undefined && (certificate === undefined || key !== undefined)) refuse("SEAL_KEY_COMMAND");
  if (certificate !== undefined && key === undefined && command === undefined) refuse("SEAL_CERTIFICATE");
  const locked = key !== undefined || pkcs12 !== undefined;
  if (passphrase !== undefined && !locked) refuse("SEAL_PASSPHRASE");
  if (passphraseFile !== undefined && (!locked || passphrase !== undefined)) refuse("SEAL_PASSPHRASE_FILE");
  const source =
    pkcs12 !== undefined
      ? { pkcs12 }
      : certificate === undefined
        ? undefined
        : key !== undefined
          ? { certificate, key }
          : { certificate, command: command! };
  if (source === undefined && timestampUrl !== undefined) refuse("SEAL_TIMESTAMP_URL");
  return source === undefined ? undefined : { source, passphrase, passphraseFile, timestampUrl, timeoutMs };
}

/** A value that may contain a password is not passed, so it is not shown. */
function refuse(name: VariableName, value?: string): never {
  const shown = value !== undefined && value.length > 60 ? `${value.slice(0, 60)}...` : value;
  const instead = shown === undefined ? "" : `, not ${JSON.stringify(shown)}`;
  throw new OperatorError(`${name} must be ${variables[name].rule}${instead}.`);
}

/** `TOWNS_REGISTER=towns.csv` names the file of the register `towns`. Which registers there are is up to the content. */
function readRegisters(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const files = Object.entries(env).flatMap(([variable, value = ""]) => {
    const name = registerOf(variable);
    return name === undefined || value.trim() === "" ? [] : [[name, value.trim()] as const];
  });
  return Object.fromEntries(files);
}

function registerOf(variable: string): string | undefined {
  return /^([A-Z][A-Z0-9]*)_REGISTER$/.exec(variable)?.[1]?.toLowerCase();
}

/** Whether a variable of this name is one that `readConfig` reads. */
export function isSetting(name: string): boolean {
  return Object.hasOwn(variables, name) || registerOf(name) !== undefined;
}

function readRedisUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^rediss?:$/.test(url.protocol) || url.hostname === "") refuse("REDIS_URL");
  return value;
}

/** A short key is fine on a developer's machine; in production it could be guessed. */
function readApiKey(
  name: "API_KEY" | "SANDBOX_API_KEY",
  env: Readonly<Record<string, string | undefined>>,
  production: boolean,
): string | undefined {
  const given = env[name];
  if (given === undefined || given === "") return undefined;
  const min = production ? 24 : 1;
  if (given.length < min || given.length > 200 || !/^[\x21-\x7e]+$/.test(given)) refuse(name);
  if (name === "SANDBOX_API_KEY" && given === env["API_KEY"]) refuse(name);
  return given;
}

/** Counts only the addresses that trusted proxies wrote: callers can forge the entries before them. */
function readProxies(value: string): number {
  return value === "false" ? 0 : value === "true" ? 1 : Number(value);
}

function readDatabaseUrl(value: string): string {
  try {
    const { protocol, hostname, pathname, searchParams, username, password } = new URL(value);
    // Each part is decoded where it is used; what cannot be must not fail there.
    const named = [pathname.slice(1), username, password].map((part) => decodeURIComponent(part));
    const somewhere = hostname !== "" || searchParams.has("host");
    if (/^postgres(?:ql)?:$/.test(protocol) && somewhere && named[0] !== "") return value;
  } catch {}
  return refuse("DATABASE_URL");
}

function readUrl(name: VariableName, value: string): string {
  const shown = /[@?#]/.test(value) ? undefined : value;
  const url = URL.canParse(value) ? new URL(value) : refuse(name, shown);
  const plain = url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  if (!plain || (url.protocol !== "http:" && url.protocol !== "https:")) refuse(name, shown);
  return url.href.replace(/\/+$/, "");
}

/** Headers for the collector, percent-encoded. */
function readPairs(value: string): Record<string, string> {
  const pairs = value.split(",").filter((pair) => pair.trim() !== "");
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, text] = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)=([\x21-\x7e]*)\s*$/.exec(pair) ?? [];
      try {
        const decoded = decodeURIComponent(text ?? "\n");
        if (name !== undefined && /^[\x20-\x7e]*$/.test(decoded)) return [name, decoded];
      } catch {}
      return refuse("OTEL_EXPORTER_OTLP_HEADERS");
    }),
  );
}
