import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";
import { seedKey } from "../../../auth/keys.js";
import { openSqliteStore } from "../../../store/sqlite.js";

const chosenKey = "a-key-that-an-operator-chose";

async function start() {
  const store = openSqliteStore(mkdtempSync(join(tmpdir(), "withholding-forms-")));
  await seedKey(store, chosenKey, 0);
  const env = { LOGIN_RATE_LIMIT: "3", TRUST_PROXY: "true" };
  const server = await startTestServer({ env, options: { store } });
  const attempt = (key: string, from: string) =>
    server.app.inject({ url: "/authentication/login", headers: { "api-key": key, "x-forwarded-for": from } });
  return { ...server, attempt };
}

test("failed logins are counted by network address, and only failed ones", async () => {
  const { apiKey, attempt } = await start();
  for (let time = 0; time < 10; time += 1)
    expect((await attempt(apiKey, "203.0.113.7")).statusCode).toBe(200);
  for (const left of [2, 1, 0]) {
    const refused = await attempt("guess", "203.0.113.7");
    expect(refused.statusCode).toBe(401);
    expect(refused.headers["ratelimit-policy"]).toBe('"login";q=3;w=60');
    expect(refused.headers["ratelimit"]).toMatch(new RegExp(`^"login";r=${left};t=[1-6]?\\d$`));
  }
  const slowed = await attempt("guess", "203.0.113.7");
  expect(slowed.statusCode).toBe(429);
  expect(slowed.headers["retry-after"]).toMatch(/^[1-6]?\d$/);
  expect(slowed.json()).toMatchObject({
    code: "RATE_LIMITED",
    detail: expect.stringMatching(/^Try again in [1-6]?\d seconds\.$/),
  });
  expect((await attempt(apiKey, "203.0.113.8")).statusCode).toBe(200);
});

test("the failures of others at its address do not lock out a generated key", async () => {
  const { apiKey, attempt } = await start();
  for (let time = 0; time < 4; time += 1) await attempt("guess", "203.0.113.7");
  expect((await attempt("guess", "203.0.113.7")).statusCode).toBe(429);
  expect((await attempt(apiKey, "203.0.113.7")).statusCode).toBe(200);
});

test("past the limit a key that an operator chose is rejected like a wrong guess, but it is not counted", async () => {
  const { attempt } = await start();
  for (let time = 0; time < 10; time += 1)
    expect((await attempt(chosenKey, "203.0.113.7")).statusCode).toBe(200);
  for (let time = 0; time < 3; time += 1) await attempt("guess", "203.0.113.7");
  const [right, wrong] = [await attempt(chosenKey, "203.0.113.7"), await attempt("guess", "203.0.113.7")];
  expect([right.statusCode, wrong.statusCode]).toEqual([429, 429]);
  expect(right.headers["ratelimit"]).toBe(wrong.headers["ratelimit"]);
  expect(right.body).not.toContain("accessToken");
  expect((await attempt(chosenKey, "203.0.113.8")).statusCode).toBe(200);
});

test.each([
  ["203.0.113.7:", (port: number) => `203.0.113.7:${port}`],
  ["[2001:db8::7]:", (port: number) => `[2001:db8::7]:${port}`],
])("a port in the proxy's header (%s) allows no more guesses", async (_, from) => {
  const { attempt } = await start();
  const statuses: number[] = [];
  for (let port = 40_000; port < 40_005; port += 1)
    statuses.push((await attempt("guess", from(port))).statusCode);
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
});
