import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "@withholding-forms/testing/eventually";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSnapshot, type Snapshot } from "../store/snapshot.js";
import { openSqliteStore } from "../store/sqlite.js";
import type { KeyRecord, Store } from "../store/store.js";
import { type Authentication, createAuthentication } from "./authentication.js";
import { createKey } from "./keys.js";
import { createTokens, revokeToken, rotateSecret } from "./tokens.js";

let store: Store;
let now: number;
let key: KeyRecord;
let token: string;
let snapshot: Snapshot;
let authenticate: Authentication["authenticate"];
let knownCaller: Authentication["knownCaller"];
/** Another instance on the same store. */
let other: Snapshot;
beforeEach(async () => {
  store = openSqliteStore(mkdtempSync(join(tmpdir(), "withholding-forms-auth-")));
  now = Date.parse("2026-11-16T12:00:00Z");
  key = (await createKey(store, "test", { now, expiresAt: now + 3_600_000 })).record;
  [snapshot, other] = await Promise.all([openSnapshot(store), openSnapshot(store)]);
  const tokens = createTokens(store, snapshot, () => now);
  ({ authenticate, knownCaller } = createAuthentication(tokens, snapshot, () => now));
  token = await tokens.issue(key.id);
});
afterEach(() => {
  snapshot.stop();
  other.stop();
});

test("the owner of a token is known, the first time and from memory", async () => {
  expect(await authenticate(`Bearer ${token}`)).toMatchObject({ keyId: key.id, scope: "full" });
  expect(knownCaller(`Bearer ${token}`)).toMatchObject({ keyId: key.id, scope: "full" });
  expect(await authenticate(`bearer  ${token}`)).toMatchObject({ keyId: key.id, scope: "full" });
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
])("%j is not authenticated", async (header) => {
  expect(await authenticate(header)).toBeUndefined();
});

test("a revoked key's tokens stop working without any other request to the store", async () => {
  await authenticate(`Bearer ${token}`);
  await store.revoke(key.id, now);
  await eventually(() => knownCaller(`Bearer ${token}`) === undefined, {
    what: "the token of the revoked key to be refused",
  });
  expect(await authenticate(`Bearer ${token}`)).toBeUndefined();
  expect(snapshot.key(key.id)?.revokedAt).toBe(now);
});

test("a revoked token stops working, on other instances too, and the key's other tokens stay valid", async () => {
  const tokens = createTokens(store, snapshot, () => now);
  const kept = await tokens.issue(key.id);
  const { authenticate: elsewhere } = createAuthentication(
    createTokens(store, other, () => now),
    other,
    () => now,
  );
  for (const check of [authenticate, elsewhere])
    expect(await check(`Bearer ${token}`)).toMatchObject({ keyId: key.id });
  const { tokenId = "", expiresAt } = (await tokens.verify(token)) ?? { expiresAt: 0 };
  await revokeToken(store, { tokenId, expiresAt }, now);
  for (const check of [authenticate, elsewhere]) {
    await eventually(async () => (await check(`Bearer ${token}`)) === undefined, {
      what: "the revoked token to be refused",
    });
    expect(await check(`Bearer ${kept}`)).toMatchObject({ keyId: key.id });
  }
});

test("a token allows no more than its key, even if it was issued as a full one", async () => {
  const { record } = await createKey(store, "browser", { now, scope: "wizard" });
  await snapshot.refresh();
  const tokens = createTokens(store, snapshot, () => now);
  const forged = await tokens.issue(record.id, { scope: "full" });
  expect(await authenticate(`Bearer ${forged}`)).toMatchObject({ keyId: record.id, scope: "wizard" });
  expect(knownCaller(`Bearer ${forged}`)).toMatchObject({ keyId: record.id, scope: "wizard" });
});

test("a key that another instance just created is known immediately, also to many simultaneous requests", async () => {
  for (const name of ["first", "second"]) {
    const { record } = await createKey(store, name, { now });
    await other.refresh();
    const fresh = await createTokens(store, other, () => now).issue(record.id);
    const callers = await Promise.all(Array.from({ length: 50 }, () => authenticate(`Bearer ${fresh}`)));
    expect(new Set(callers.map((caller) => caller?.keyId))).toEqual(new Set([record.id]));
  }
});

test("a key that is no longer in the store is not authenticated", async () => {
  const stranger = await createTokens(store, snapshot, () => now).issue("no-such-key");
  expect(await authenticate(`Bearer ${stranger}`)).toBeUndefined();
  expect(await authenticate(`Bearer ${stranger}`)).toBeUndefined();
});

test("removing a secret invalidates its tokens", async () => {
  expect(await authenticate(`Bearer ${token}`)).toMatchObject({ keyId: key.id, scope: "full" });
  now += 1000;
  await rotateSecret(store, now);
  now += 1000;
  // Far enough from now that the first secret counts as replaced long ago.
  await rotateSecret(store, now + 48 * 3_600_000);
  await snapshot.refresh();
  expect(await authenticate(`Bearer ${token}`)).toBeUndefined();
});

test("a token expires with its key", async () => {
  await authenticate(`Bearer ${token}`);
  now += 3_599_999;
  expect(await authenticate(`Bearer ${token}`)).toMatchObject({ keyId: key.id, scope: "full" });
  now += 1;
  expect(await authenticate(`Bearer ${token}`)).toBeUndefined();
});

test("a cached token expires after its 24 hours", async () => {
  const lasting = await createKey(store, "lasting", { now });
  const tokens = createTokens(store, snapshot, () => now);
  const long = await tokens.issue(lasting.record.id);
  expect(await authenticate(`Bearer ${long}`)).toMatchObject({ keyId: lasting.record.id });
  now += 24 * 3_600_000;
  expect(await authenticate(`Bearer ${long}`)).toBeUndefined();
});

test("if the clock is set back, a cached token is rejected until its time, like a new one", async () => {
  expect(await authenticate(`Bearer ${token}`)).toMatchObject({ keyId: key.id, scope: "full" });
  now -= 60_000;
  expect(await authenticate(`Bearer ${token}`)).toMatchObject({ keyId: key.id, scope: "full" });
  now -= 1;
  expect(await authenticate(`Bearer ${token}`)).toBeUndefined();
  now += 1;
  expect(await authenticate(`Bearer ${token}`)).toMatchObject({ keyId: key.id, scope: "full" });
});

test("while the store is down, every valid token works, including new ones, and other tokens get 503", async () => {
  const tokens = createTokens(store, snapshot, () => now);
  const unseen = await tokens.issue(key.id);
  await authenticate(`Bearer ${token}`);
  await store.close();
  await expect(snapshot.refresh()).rejects.toThrow();
  now += 10_000;
  expect(knownCaller(`Bearer ${token}`)).toMatchObject({ keyId: key.id, scope: "full" });
  expect(await authenticate(`Bearer ${unseen}`)).toMatchObject({ keyId: key.id, scope: "full" });
  const stranger = await tokens.issue("made-meanwhile");
  await expect(authenticate(`Bearer ${stranger}`)).rejects.toThrow();
  const started = await openSnapshot(store);
  const { authenticate: restarted } = createAuthentication(
    createTokens(store, started, () => now),
    started,
    () => now,
  );
  await expect(restarted(`Bearer ${token}`)).rejects.toThrow();
  started.stop();
});

test("a known caller is one whose token was verified before and is still valid", async () => {
  const header = `Bearer ${token}`;
  expect(knownCaller(header)).toBeUndefined();
  await authenticate(header);
  expect(knownCaller(header)?.keyId).toBe(key.id);
  expect(knownCaller(undefined)).toBeUndefined();
  expect(knownCaller("Bearer made.up.token")).toBeUndefined();
  // The key ends after an hour, before its token.
  now += 3_600_000;
  expect(knownCaller(header)).toBeUndefined();
  now -= 7_200_000;
  expect(knownCaller(header)).toBeUndefined();
});
