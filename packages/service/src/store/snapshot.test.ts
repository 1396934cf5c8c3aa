import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
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

afterEach(() => {
  vi.useRealTimers();
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

test("a lookup sees what was stored before it was requested, even while another one is in progress", async () => {
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

test("unknown callers share lookups, and an id that was not found is not looked up again", async () => {
  const snapshot = await openSnapshot(store);
  await Promise.all(Array.from({ length: 1000 }, (_, index) => snapshot.lookFor(`stranger-${index}`)));
  expect(asked.changes).toBeLessThanOrEqual(3);
  const before = asked.changes;
  await snapshot.lookFor("stranger-7");
  // The interval between automatic lookups may have passed.
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

test("looks for changes every two seconds, and then knows revoked keys and tokens", async () => {
  const { record } = await createKey(store, "leaked", { now: 1000 });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const snapshot = await openSnapshot(store);
  const revoked = () => [snapshot.key(record.id)?.revokedAt, snapshot.isRevoked("token")];
  await store.revoke(record.id, 2000);
  await store.revokeToken({ tokenId: "token", expiresAt: 9000 }, 0);
  await vi.advanceTimersByTimeAsync(1999);
  expect(revoked()).toEqual([undefined, false]);
  await vi.advanceTimersByTimeAsync(1);
  expect(revoked()).toEqual([2000, true]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked.changes).toBe(7);
  snapshot.stop();
});
