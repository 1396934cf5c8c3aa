import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.js";

test("without any variable the service runs on port 8080 below /v1", () => {
  expect(readConfig({})).toEqual({
    port: 8080,
    host: "0.0.0.0",
    basePath: "/v1",
    apiKey: undefined,
    dataDir: "data",
    publicUrl: undefined,
    logLevel: "info",
    production: false,
    addressProvider: "embedded",
    rateLimit: 12_000,
    loginRateLimit: 60,
    trustProxy: 0,
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
      RATE_LIMIT: "0",
      LOGIN_RATE_LIMIT: "5",
      TRUST_PROXY: "true",
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
    rateLimit: 0,
    loginRateLimit: 5,
    trustProxy: 1,
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
  ["RATE_LIMIT", "many"],
  ["LOGIN_RATE_LIMIT", "-5"],
  ["TRUST_PROXY", "yes"],
  ["TRUST_PROXY", "0"],
  ["TRUST_PROXY", "10"],
])("%s=%j is refused with one line that names it", (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`^${name} must be [^\\n]+\\.$`));
});

test.each([
  [{ API_KEY: "has a space" }],
  [{ API_KEY: "accent-é" }],
  [{ API_KEY: "x".repeat(201) }],
  [{ API_KEY: "short-secret", NODE_ENV: "production" }],
])("a bad API_KEY is refused without showing it", (env) => {
  const read = () => readConfig(env);
  expect(read).toThrow(/^API_KEY must be /);
  expect(read).not.toThrow(env.API_KEY);
});
