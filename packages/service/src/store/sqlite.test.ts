import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { expect, test } from "vitest";
import { createKey } from "../keys.js";
import { openSqliteStore } from "./sqlite.js";
import { inProcesses } from "./test/processes.js";
import { describeStore } from "./test/store.suite.js";

const folder = () => mkdtempSync(join(tmpdir(), "withholding-forms-keys-"));

describeStore("SQLite", async () => openSqliteStore(folder()));

test("what one process adds, another one sees", async () => {
  const path = folder();
  const one = openSqliteStore(path);
  const other = openSqliteStore(path);
  const { record } = await createKey(one, "shared", { now: 1 });
  expect(await other.find(record.id)).toEqual(record);
  expect(await other.changes()).toBe(await one.changes());
  await one.close();
  await other.close();
});

test("the text of a key is in no file, and only the owner can read the store", async () => {
  const path = folder();
  const store = openSqliteStore(path);
  const { key } = await createKey(store, "secret", { now: 1 });
  for (const name of readdirSync(path)) {
    expect(readFileSync(join(path, name)).includes(key)).toBe(false);
  }
  expect(statSync(join(path, "keys.db")).mode & 0o077).toBe(0);
  await store.close();
});

test("processes that start at once on an empty folder share one store, and each event is one line", async () => {
  const path = folder();
  await inProcesses(4, { DATA_DIR: path });
  const store = openSqliteStore(path);
  expect(await store.list()).toHaveLength(4);
  expect(await store.secrets()).toHaveLength(1);
  expect(await store.eventsOf("00")).toHaveLength(4 * 25);
  await store.close();
});

test("a store of the first version, without a count of changes, is brought up to date", async () => {
  const path = folder();
  const old = new Database(join(path, "keys.db"));
  old.exec(`
    CREATE TABLE api_key (id TEXT PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL UNIQUE, origin TEXT NOT NULL,
      created_at INTEGER NOT NULL, expires_at INTEGER, revoked_at INTEGER) STRICT;
    CREATE TABLE token_secret (kid TEXT PRIMARY KEY, secret BLOB NOT NULL, created_at INTEGER NOT NULL) STRICT;
    INSERT INTO api_key VALUES ('k1', 'kept', 'hash-1', 'created', 1000, NULL, NULL);
  `);
  old.close();
  const store = openSqliteStore(path);
  expect(await store.find("k1")).toMatchObject({ name: "kept", scope: "full" });
  const before = await store.changes();
  await store.revoke("k1", 2000);
  expect(await store.changes()).toBeGreaterThan(before);
  await store.close();
});

test("a store of a newer version and a file that is none are refused with one line", async () => {
  const newer = folder();
  await openSqliteStore(newer).close();
  const database = new Database(join(newer, "keys.db"));
  database.exec("PRAGMA user_version = 99");
  database.close();
  expect(() => openSqliteStore(newer)).toThrow(
    /^keys\.db was written by a newer version of the service \(99; this one knows 2\)\.$/,
  );
  const damaged = folder();
  writeFileSync(join(damaged, "keys.db"), "this is no database, however long it is\n".repeat(100));
  expect(() => openSqliteStore(damaged)).toThrow(/^\S+keys\.db cannot be used: [^\n]+$/);
});
