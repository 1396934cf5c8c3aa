import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";
import { createKey } from "../../../auth/keys.js";

const { app, apiKey, token, options } = await startTestServer();
const now = options.clock?.().getTime() ?? 0;
const expired = await createKey(options.store, "expired", { now: now - 2000, expiresAt: now });
const revoked = await createKey(options.store, "revoked", { now });
await options.store.revoke(revoked.record.id, now);

test.each<[string, Record<string, string>]>([
  ["no key", {}],
  ["an empty key", { "api-key": "" }],
  ["an unknown key", { "api-key": "wfk_unknown" }],
  ["a key with its last letter changed", { "api-key": `${apiKey.slice(0, -1)}!` }],
  ["an expired key", { "api-key": expired.key }],
  ["a revoked key", { "api-key": revoked.key }],
  ["a token instead of a key", { "api-key": token }],
  ["a key in the wrong header", { authorization: `Bearer ${apiKey}` }],
  ["a very long key", { "api-key": "x".repeat(10_000) }],
])("%s gets the body of the specification", async (_, headers) => {
  const login = await app.inject({ url: "/authentication/login", headers });
  expect(login.statusCode).toBe(401);
  expect(login.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(login.body).toBe(
    '{"status":"Unauthorized","statusCode":401,"reason":"Api key is invalid and/or expired"}',
  );
});
