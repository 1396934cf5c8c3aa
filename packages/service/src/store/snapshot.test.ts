import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { createKey } from "../auth/keys.js";
import { openSnapshot } from "./snapshot.js";
import { openSqliteStore } from "./sqlite.js";
import type { Store } from "./store.js";

/** A real store that counts its queries. */
let store: Store;
let asked: { changes: number; list: number };
beforeEach(() => {
  const real = openSqliteStore(mkdtempSync(join(tmpdir(), "withholding-forms-snapshot-")));
  asked = { changes: 0, list: 0 };
  store = {
    ...real,
    changes() {
      asked.changes++;
      return real.changes();
    },
    list() {
      asked.list++;
      return real.list();
    },
  };
});

test("keys are read again only after a change", async () => {
  const snapshot = await openSnapshot(store);
  for (let times = 0; times < 5; times++) await snapshot.refresh();
  expect(asked).toEqual({ changes: 6, list: 1 });
  const { record } = await createKey(store, "new", { now: 1000 });
  await snapshot.refresh();
  expect(snapshot.key(record.id)).toEqual(record);
  expect(asked.list).toBe(2);
  snapshot.stop();
});

test("a look sees what was stored before it was requested, also while another one is in progress", async () => {
  const snapshot = await openSnapshot(store);
  for (let times = 0; times < 50; times++) {
    const underWay = snapshot.refresh();
    const { record } = await createKey(store, `key ${times}`, { now: times });
    await Promise.all([snapshot.refresh(), snapshot.refresh()]);
    expect(snapshot.key(record.id)).toEqual(record);
    await underWay;
  }
  snapshot.stop();
});

test("any number of strangers share looks, and one who was not there is not looked for again", async () => {
  const snapshot = await openSnapshot(store);
  await Promise.all(Array.from({ length: 1000 }, (_, index) => snapshot.lookFor(`stranger-${index}`)));
  expect(asked.changes).toBeLessThanOrEqual(3);
  const before = asked.changes;
  await snapshot.lookFor("stranger-7");
  // The interval between looks of its own accord may have passed.
  expect(asked.changes).toBeLessThanOrEqual(before + 1);
  snapshot.stop();
});

test("reports its state after the first read and after every change", async () => {
  const states: boolean[] = [];
  const snapshot = await openSnapshot(store, { onState: (up) => states.push(up) });
  await snapshot.refresh();
  expect([states, snapshot.loaded()]).toEqual([[true], true]);
  await store.close();
  await expect(snapshot.refresh()).rejects.toThrow("closed");
  await expect(snapshot.refresh()).rejects.toThrow("closed");
  expect(states).toEqual([true, false]);
  snapshot.stop();
});
