import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSqliteStore } from "../store/sqlite.js";
import { createKey, hashKey, isActive, seedKey } from "./keys.js";

const open = () => openSqliteStore(mkdtempSync(join(tmpdir(), "withholding-forms-keys-")));

test("a key has 256 random bits behind a prefix and is stored as its SHA-256", async () => {
  const store = open();
  const { key, record } = await createKey(store, "payroll", { now: 1000, expiresAt: 2000 });
  expect(key).toMatch(/^wfk_[A-Za-z0-9_-]{43}$/);
  expect(await store.find(record.id)).toEqual({
    id: record.id,
    name: "payroll",
    scope: "full",
    hash: hashKey(key),
    origin: "created",
    createdAt: 1000,
    expiresAt: 2000,
  });
  expect(hashKey("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  await store.close();
});

test("the operator's key is added once and stays revoked once it is", async () => {
  const store = open();
  const first = await seedKey(store, "my-own-key", 1000);
  expect(first.origin).toBe("environment");
  expect(await seedKey(store, "my-own-key", 2000)).toEqual(first);
  await store.revoke(first.id, 3000);
  expect((await seedKey(store, "my-own-key", 4000)).revokedAt).toBe(3000);
  expect(await store.list()).toHaveLength(1);
  await store.close();
});

test("an ordinary key does not become a sandbox key, or the other way around", async () => {
  const store = open();
  await seedKey(store, "my-own-key", 1000);
  await seedKey(store, "my-sandbox-key", 1000, true);
  await expect(seedKey(store, "my-own-key", 2000, true)).rejects.toThrow(
    "SANDBOX_API_KEY was registered before",
  );
  await expect(seedKey(store, "my-sandbox-key", 2000)).rejects.toThrow("API_KEY was registered before");
  await store.close();
});

test("a key is active until the millisecond it expires, and never once revoked", () => {
  expect(isActive({}, 5000)).toBe(true);
  expect(isActive({ expiresAt: 5000 }, 4999)).toBe(true);
  expect(isActive({ expiresAt: 5000 }, 5000)).toBe(false);
  expect(isActive({ revokedAt: 1 }, 5000)).toBe(false);
});
