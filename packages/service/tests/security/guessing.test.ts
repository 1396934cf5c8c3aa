import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ask, listen, type RawAnswer } from "@withholding-forms/testing/security/raw";
import { startTestServer, type TestServer, testTime } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";
import { createKey } from "../../src/auth/keys.js";

// Generated keys have 256 random bits, so guessing is hopeless anyway; slowing it down protects the keys that operators
// choose (API_KEY). How those are treated past the limit is in ../http/routes/login/429.test.ts.

// The test server has logged in from 127.0.0.1 already.
const refusal = '{"status":"Unauthorized","statusCode":401,"reason":"Api key is invalid and/or expired"}';

function guess(
  port: number,
  key: string,
  headers: readonly string[] = [],
  from = "127.0.0.2",
): Promise<RawAnswer> {
  return ask(port, "GET /authentication/login", [`api-key: ${key}`, ...headers], "", from);
}

async function statuses(
  port: number,
  times: number,
  headers: (index: number) => string[],
  from = "127.0.0.2",
): Promise<number[]> {
  const found: number[] = [];
  for (let index = 0; index < times; index++)
    found.push((await guess(port, `wrong-${index}`, headers(index), from)).status);
  return found;
}

const start = (env: Readonly<Record<string, string>>): Promise<TestServer> =>
  startTestServer({ env: { LOGIN_RATE_LIMIT: "3", ...env } });

test("above the limit the response says when to retry, and a generated key still logs in", async () => {
  const { app, apiKey } = await start({});
  const port = await listen(app);
  expect(await statuses(port, 4, () => [])).toEqual([401, 401, 401, 429]);
  expect(Number((await guess(port, "wrong")).headers["retry-after"])).toBeGreaterThan(0);
  // It has 256 random bits and cannot be guessed, so failures of other callers must not delay it.
  expect((await guess(port, apiKey)).status).toBe(200);
});

test("each address is slowed separately, so no caller locks others out", async () => {
  const { app, apiKey } = await start({});
  const port = await listen(app);
  expect(await statuses(port, 4, () => [], "127.0.0.2")).toEqual([401, 401, 401, 429]);
  expect(await statuses(port, 4, () => [], "127.0.0.3")).toEqual([401, 401, 401, 429]);
  expect((await guess(port, apiKey, [], "127.0.0.4")).status).toBe(200);
});

test.each(["X-Forwarded-For", "Forwarded", "X-Real-IP", "X-Client-IP", "CF-Connecting-IP", "True-Client-IP"])(
  "without a proxy, another address in %s allows no more guesses",
  async (name) => {
    const { app } = await start({});
    const port = await listen(app);
    const spoof = (index: number) => [`${name}: ${name === "Forwarded" ? "for=" : ""}198.51.100.${index}`];
    expect(await statuses(port, 5, spoof)).toEqual([401, 401, 401, 429, 429]);
  },
);

test("behind one proxy the address that it saw counts, whatever the caller wrote before it", async () => {
  const { app, apiKey } = await start({ TRUST_PROXY: "true" });
  const port = await listen(app);
  const seen = (index: number) => [`X-Forwarded-For: 198.51.100.${index}, 203.0.113.5`];
  expect(await statuses(port, 5, seen)).toEqual([401, 401, 401, 429, 429]);
  const twice = (index: number) => [`X-Forwarded-For: 198.51.100.${index}`, "X-Forwarded-For: 203.0.113.5"];
  expect(await statuses(port, 2, twice)).toEqual([429, 429]);
  expect((await guess(port, apiKey, ["X-Forwarded-For: 203.0.113.6"])).status).toBe(200);
});

test("behind two proxies the address that the outer one saw counts", async () => {
  const { app, apiKey } = await start({ TRUST_PROXY: "2" });
  const port = await listen(app);
  const seen = (index: number) => [`X-Forwarded-For: 198.51.100.${index}, 203.0.113.5, 10.0.0.${index}`];
  expect(await statuses(port, 5, seen)).toEqual([401, 401, 401, 429, 429]);
  expect((await guess(port, apiKey, ["X-Forwarded-For: 203.0.113.6, 10.0.0.1"])).status).toBe(200);
});

test("an IPv6 network counts as one caller, however many of its addresses take part", async () => {
  const { app, apiKey } = await start({ TRUST_PROXY: "1" });
  const port = await listen(app);
  const same = (index: number) => [`X-Forwarded-For: 2001:db8:7:7::${index}`];
  expect(await statuses(port, 5, same)).toEqual([401, 401, 401, 429, 429]);
  expect((await guess(port, apiKey, ["X-Forwarded-For: 2001:db8:7:8::1"])).status).toBe(200);
});

test("an unknown, a revoked, an ended and an unreadable key get the same answer", async () => {
  const { app, options } = await startTestServer();
  const now = testTime.getTime();
  const revoked = await createKey(options.store, "revoked", { now });
  await options.store.revoke(revoked.record.id, now);
  const ended = await createKey(options.store, "ended", { now: now - 2000, expiresAt: now - 1000 });
  const keys = [
    "wfk_unknown",
    revoked.key,
    ended.key,
    "",
    "x".repeat(5000),
    "' OR '1'='1",
    "%",
    "__proto__",
    // The hash of a key is not the key.
    revoked.record.hash,
    revoked.record.id,
  ];
  const answers = await Promise.all(
    keys.map(async (key) => {
      const response = await app.inject({ url: "/authentication/login", headers: { "api-key": key } });
      const { "x-request-id": _id, date: _date, ...headers } = response.headers;
      return { status: response.statusCode, body: response.body, headers };
    }),
  );
  expect(answers[0]).toMatchObject({ status: 401, body: refusal });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});

test("a key is looked up by its hash: no file has the key, and a partial key gives no hint", async () => {
  const { app, apiKey, dataDir } = await startTestServer();
  const files = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name)));
  const hash = createHash("sha256").update(apiKey).digest("hex");
  expect(files.some((file) => file.includes(hash))).toBe(true);
  expect(files.some((file) => file.includes(apiKey) || file.includes(apiKey.slice(4)))).toBe(false);
  const near = [
    apiKey.slice(0, -1),
    `${apiKey}A`,
    apiKey.toUpperCase(),
    `${apiKey} x`,
    `${apiKey}, ${apiKey}`,
  ];
  for (const key of near) {
    const response = await app.inject({ url: "/authentication/login", headers: { "api-key": key } });
    expect([key.length, response.statusCode, response.body]).toEqual([key.length, 401, refusal]);
  }
});

test("two keys in two headers are rejected, even if both are valid", async () => {
  const { app, apiKey } = await startTestServer();
  const port = await listen(app);
  expect((await guess(port, apiKey, [`api-key: ${apiKey}`])).status).toBe(401);
});
