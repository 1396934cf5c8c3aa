import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createKey } from "./keys.js";
import { openSqliteStore } from "./sqlite.js";
import { describeStore } from "./test/store.suite.js";

const folder = () => mkdtempSync(join(tmpdir(), "withholding-forms-keys-"));

describeStore("SQLite", async () => openSqliteStore(folder()));

test("what one process adds, another one sees", async () => {
  const path = folder();
  const one = openSqliteStore(path);
  const other = openSqliteStore(path);
  const { record } = await createKey(one, "shared", { now: 1 });
  expect(await other.find(record.id)).toEqual(record);
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
