import { verificationLevels } from "@withholding-forms/contract";
import { expect, test } from "vitest";
import { logLevels, readConfig, samplers, variables } from "./config.js";
import { OperatorError } from "./operator-error.js";

test.each([
  [{}, "127.0.0.1"],
  [{ NODE_ENV: "test" }, "127.0.0.1"],
  [{ NODE_ENV: "production" }, "0.0.0.0"],
  [{ NODE_ENV: "production", HOST: " " }, "0.0.0.0"],
  [{ NODE_ENV: "production", HOST: "127.0.0.1" }, "127.0.0.1"],
  [{ HOST: "0.0.0.0" }, "0.0.0.0"],
])("%j listens on %s", (env, host) => {
  expect(readConfig(env).host).toBe(host);
});

test("without any variable the service runs on port 8080 of this machine, below /v1", () => {
  expect(readConfig({})).toEqual({
    port: 8080,
    host: "127.0.0.1",
    basePath: "/v1",
    apiKey: undefined,
    dataDir: "data",
    publicUrl: undefined,
    logLevel: "info",
    production: false,
    addressProvider: "embedded",
    minimumVerification: "DERIVED",
    requireAgencyFiles: [],
    registers: {},
    rateLimit: 12_000,
    loginRateLimit: 60,
    maxConnectionsPerAddress: 1000,
    trustProxy: 0,
    databaseUrl: undefined,
    databaseTimeoutMs: 2000,
    redisUrl: undefined,
    workers: undefined,
    tracing: undefined,
  });
});

test("every variable is read", () => {
  expect(
    readConfig({
      PORT: "9000",
      HOST: "::1",
      BASE_PATH: "/payroll/forms",
      API_KEY: "a-key-that-is-long-enough-for-production",
      DATA_DIR: "/var/lib/withholding-forms",
      PUBLIC_URL: "https://forms.example.com/x/",
      LOG_LEVEL: "warn",
      NODE_ENV: "production",
      ADDRESS_PROVIDER: "census",
      MINIMUM_VERIFICATION: "AGENCY_TEXT",
      REQUIRE_AGENCY_FILES: "W4101, W4101SP",
      TOWNS_REGISTER: "/etc/towns.csv",
      RATE_LIMIT: "0",
      LOGIN_RATE_LIMIT: "5",
      MAX_CONNECTIONS_PER_ADDRESS: "50",
      TRUST_PROXY: "true",
      DATABASE_URL: "postgresql://forms:pass%2Fword@db:5432/forms?sslmode=verify-full",
      DATABASE_TIMEOUT_MS: "500",
      REDIS_URL: "redis://:secret@redis:6379/1",
      WORKERS: "4",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/",
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20abc, x-team=payroll",
      OTEL_SERVICE_NAME: "forms of the north",
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0.05",
      OTEL_BSP_SCHEDULE_DELAY: "200",
      OTEL_BSP_MAX_QUEUE_SIZE: "100",
    }),
  ).toEqual({
    port: 9000,
    host: "::1",
    basePath: "/payroll/forms",
    apiKey: "a-key-that-is-long-enough-for-production",
    dataDir: "/var/lib/withholding-forms",
    publicUrl: "https://forms.example.com/x",
    logLevel: "warn",
    production: true,
    addressProvider: "census",
    minimumVerification: "AGENCY_TEXT",
    requireAgencyFiles: ["W4101", "W4101SP"],
    registers: { towns: "/etc/towns.csv" },
    rateLimit: 0,
    loginRateLimit: 5,
    maxConnectionsPerAddress: 50,
    trustProxy: 1,
    databaseUrl: "postgresql://forms:pass%2Fword@db:5432/forms?sslmode=verify-full",
    databaseTimeoutMs: 500,
    redisUrl: "redis://:secret@redis:6379/1",
    workers: 4,
    tracing: {
      url: "http://collector:4318/v1/traces",
      headers: { authorization: "Bearer abc", "x-team": "payroll" },
      serviceName: "forms of the north",
      sampler: "parentbased_traceidratio",
      ratio: 0.05,
      exportIntervalMs: 200,
      maxQueueSize: 100,
    },
  });
});

test("BASE_PATH / means no prefix, and an empty variable is one not set", () => {
  expect(readConfig({ BASE_PATH: "/", PORT: "" })).toMatchObject({ basePath: "", port: 8080 });
});

test.each([
  ["PORT", "abc"],
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["PORT", "80.5"],
  ["HOST", "http://localhost"],
  ["BASE_PATH", "v1"],
  ["BASE_PATH", "/v1/"],
  ["BASE_PATH", "/:x"],
  ["DATA_DIR", "a\0b"],
  ["PUBLIC_URL", "forms.example.com"],
  ["PUBLIC_URL", "ftp://forms.example.com"],
  ["PUBLIC_URL", "https://forms.example.com/?a=b"],
  ["PUBLIC_URL", "https://user:secret@forms.example.com"],
  ["LOG_LEVEL", "loud"],
  ["NODE_ENV", "prod"],
  ["ADDRESS_PROVIDER", "google"],
  ["MINIMUM_VERIFICATION", "HIGH"],
  ["REQUIRE_AGENCY_FILES", "W4101;NY101"],
  ["RATE_LIMIT", "many"],
  ["LOGIN_RATE_LIMIT", "-5"],
  ["TRUST_PROXY", "yes"],
  ["DATABASE_URL", "db"],
  ["DATABASE_TIMEOUT_MS", "99"],
  ["DATABASE_TIMEOUT_MS", "60001"],
  ["DATABASE_TIMEOUT_MS", "2s"],
  ["DATABASE_URL", "mysql://db/forms"],
  ["DATABASE_URL", "postgresql://db"],
  ["DATABASE_URL", "postgresql:///forms"],
  ["DATABASE_URL", "postgresql://forms:per%cent@db/forms"],
  ["REDIS_URL", "redis"],
  ["REDIS_URL", "http://redis:6379"],
  ["WORKERS", "0"],
  ["WORKERS", "all"],
  ["TRUST_PROXY", "0"],
  ["TRUST_PROXY", "10"],
])("%s=%j is rejected with one line that names it", (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(OperatorError);
  expect(read).toThrow(new RegExp(`^${name} must be [^\\n]+\\.$`));
});

test.each([
  [{ API_KEY: "has a space" }],
  [{ API_KEY: "accent-é" }],
  [{ API_KEY: "x".repeat(201) }],
  [{ API_KEY: "short-secret", NODE_ENV: "production" }],
])("a bad API_KEY is rejected without showing it", (env) => {
  const read = () => readConfig(env);
  expect(read).toThrow(/^API_KEY must be /);
  expect(read).not.toThrow(env.API_KEY);
});

test("the address of traces alone is used as it is, before the one of all telemetry", () => {
  const traces = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://collector.example.com/in" };
  const all = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" };
  expect(readConfig(traces).tracing).toEqual({
    url: "https://collector.example.com/in",
    headers: {},
    serviceName: "withholding-forms",
    sampler: "parentbased_always_on",
    ratio: 1,
    exportIntervalMs: 5000,
    maxQueueSize: 2048,
  });
  expect(readConfig({ ...traces, ...all }).tracing?.url).toBe("https://collector.example.com/in");
});

test.each([
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
  ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://collector:4318/?token=a"],
  ["OTEL_SERVICE_NAME", "é"],
  ["OTEL_TRACES_SAMPLER", "jaeger_remote"],
  ["OTEL_TRACES_SAMPLER_ARG", "1.5"],
  ["OTEL_TRACES_SAMPLER_ARG", "5%"],
  ["OTEL_BSP_SCHEDULE_DELAY", "soon"],
  ["OTEL_BSP_MAX_QUEUE_SIZE", "0"],
])("%s=%j is rejected where traces are wanted", (name, value) => {
  const read = () => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318", [name]: value });
  expect(read).toThrow(new RegExp(`^${name} must be [^\\n]+\\.$`));
});

test.each(["secret", "a b=secret", "a=secret%", "a=secret%0Ab"])(
  "OTEL_EXPORTER_OTLP_HEADERS=%j is rejected without showing it",
  (value) => {
    const read = () =>
      readConfig({
        OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318",
        OTEL_EXPORTER_OTLP_HEADERS: value,
      });
    expect(read).toThrow(/^OTEL_EXPORTER_OTLP_HEADERS must be /);
    expect(read).not.toThrow("secret");
  },
);

test("a bad DATABASE_URL is rejected without showing the password in it", () => {
  const read = () => readConfig({ DATABASE_URL: "postgresql://forms:pass#word@db:x/forms" });
  expect(read).toThrow(/^DATABASE_URL must be [^\n]+\.$/);
  expect(read).not.toThrow("pass#word");
});

test.each([
  ["PUBLIC_URL", "https://forms:pass-word@forms.example.com"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://forms:pass-word@collector:4318"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://forms:pass-word@collector:x"],
  ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "https://collector/?token=pass-word"],
])("%s=%j is rejected without showing the password in it", (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(new RegExp(`^${name} must be [^\\n]+\\.$`));
  expect(read).not.toThrow("pass-word");
});

test("a bad REDIS_URL is rejected without showing the password in it", () => {
  const read = () => readConfig({ REDIS_URL: "reddis://:pass-word@redis" });
  expect(read).toThrow(/^REDIS_URL must be [^\n]+\.$/);
  expect(read).not.toThrow("pass-word");
});

test.each([
  [variables.LOG_LEVEL.rule, logLevels],
  [variables.MINIMUM_VERIFICATION.rule, verificationLevels],
  [variables.OTEL_TRACES_SAMPLER.rule, samplers],
])("the rule %j names every word that is accepted", (rule, words) => {
  expect(rule).toBe(`one of ${words.join(", ")}`);
});
