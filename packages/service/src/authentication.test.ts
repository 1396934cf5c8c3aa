import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { type Authenticate, createAuthentication } from "./authentication.js";
import { createKey } from "./keys/keys.js";
import { openSqliteStore } from "./keys/sqlite.js";
import type { KeyRecord, KeyStore } from "./keys/store.js";
import { createTokens } from "./tokens.js";

let store: KeyStore;
let now: number;
let key: KeyRecord;
let token: string;
let authenticate: Authenticate;
beforeEach(async () => {
  store = openSqliteStore(mkdtempSync(join(tmpdir(), "withholding-forms-auth-")));
  now = Date.parse("2026-11-16T12:00:00Z");
  const tokens = createTokens(store, () => now);
  authenticate = createAuthentication(tokens, store, () => now);
  key = (await createKey(store, "test", { now, expiresAt: now + 3_600_000 })).record;
  token = await tokens.issue(key.id);
});

test("the owner of a token is known, the first time and from memory", async () => {
  expect(await authenticate(`Bearer ${token}`)).toBe(key.id);
  expect(authenticate(`Bearer ${token}`)).toBe(key.id);
  expect(await authenticate(`bearer  ${token}`)).toBe(key.id);
});

test.each([
  undefined,
  "",
  "Bearer",
  "Bearer ",
  "Basic abc",
  "Bearer a b",
  "Bearer a.b.c",
  `Bearer ${"x".repeat(5000)}`,
])("%j is nobody", async (header) => {
  expect(await authenticate(header)).toBeUndefined();
});

test("a revoked key's tokens end within two seconds", async () => {
  await authenticate(`Bearer ${token}`);
  await store.revoke(key.id, now);
  now += 2000;
  expect(await authenticate(`Bearer ${token}`)).toBeUndefined();
  expect(await authenticate(`Bearer ${token}`)).toBeUndefined();
});

test("a token ends with its key", async () => {
  await authenticate(`Bearer ${token}`);
  now += 3_599_999;
  expect(await authenticate(`Bearer ${token}`)).toBe(key.id);
  now += 1;
  expect(await authenticate(`Bearer ${token}`)).toBeUndefined();
});

test("a remembered token ends after its 24 hours", async () => {
  const lasting = await createKey(store, "lasting", { now });
  const tokens = createTokens(store, () => now);
  const long = await tokens.issue(lasting.record.id);
  expect(await authenticate(`Bearer ${long}`)).toBe(lasting.record.id);
  now += 24 * 3_600_000;
  expect(await authenticate(`Bearer ${long}`)).toBeUndefined();
});

test("while the store is down a known key keeps working and an unknown one fails loudly", async () => {
  await authenticate(`Bearer ${token}`);
  await store.close();
  now += 10_000;
  expect(await authenticate(`Bearer ${token}`)).toBe(key.id);
  const restarted = createAuthentication(
    createTokens(store, () => now),
    store,
    () => now,
  );
  await expect(async () => restarted(`Bearer ${token}`)).rejects.toThrow();
});
