import { once } from "node:events";
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { startNode } from "@withholding-forms/testing/programs";
import { startTestServer } from "@withholding-forms/testing/service/server";
import Database from "libsql";
import { describe, expect, test } from "vitest";
import { createKey } from "../auth/keys.js";
import { fileAuditLog } from "./audit-file.js";
import { openSnapshot } from "./snapshot.js";
import { openSqliteStore } from "./sqlite.js";
import { event } from "./test/event.js";
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

describe("a claim that was not completed because its process ended", () => {
  const claim = { id: "claim-1", digest: "kid.digest", time: Date.parse("2026-11-16T18:30:00.000Z") };
  const named = { idempotencyKey: claim.id, requestDigest: claim.digest, sha256: "ab" };
  const left = { ...claim, leaseUntil: 5000 };

  test("after its event, is completed with what the audit file has", async () => {
    const path = folder();
    const store = openSqliteStore(path);
    await store.claimSignature(claim, 5000, 0);
    const crashed = fileAuditLog(path);
    await crashed.record(event("r1", named));
    await crashed.close();
    expect(await store.takeOverClaim(left, 9000)).toBe(false);
    expect(await store.claimSignature(claim, 9999, 0)).toMatchObject({ sha256: "ab" });
    await store.close();
  });

  test("before its event, is taken over, although an earlier day has an event of the same key", async () => {
    const path = folder();
    const store = openSqliteStore(path);
    await store.record(event("r0", { ...named, time: "2026-11-01T18:30:00.000Z" }));
    await store.claimSignature(claim, 5000, 0);
    expect(await store.takeOverClaim(left, 9000)).toBe(true);
    expect(statSync(join(path, "signatures.db")).mode & 0o077).toBe(0);
    await store.close();
  });
});

test("processes that start at the same time on an empty folder share one store, and each event is one line", async () => {
  const path = folder();
  await inProcesses(4, { DATA_DIR: path });
  const store = openSqliteStore(path);
  expect(await store.list()).toHaveLength(4);
  expect(await store.secrets()).toHaveLength(1);
  expect(await store.eventsOf("00")).toHaveLength(4 * 25);
  await store.close();
});

test("a store with another schema and a file that is no database are rejected in one line", async () => {
  const newer = folder();
  await openSqliteStore(newer).close();
  const database = new Database(join(newer, "keys.db"));
  database.exec("PRAGMA user_version = 99");
  database.close();
  expect(() => openSqliteStore(newer)).toThrow(
    /^keys\.db has schema version 99; this version of the service needs 1\.$/,
  );
  const damaged = folder();
  writeFileSync(join(damaged, "keys.db"), "this is no database, however long it is\n".repeat(100));
  expect(() => openSqliteStore(damaged)).toThrow(/^\S+keys\.db cannot be used: [^\n]+$/);
});

describe("a file that is replaced while the store is open", () => {
  /** A copy in which the key is revoked, as after restoring a backup or a manual repair. */
  async function withRevokedCopy() {
    const path = folder();
    const store = openSqliteStore(path);
    const { record } = await createKey(store, "leaked", { now: 1 });
    const copy = join(folder(), "keys.db");
    copyFileSync(join(path, "keys.db"), copy);
    const other = new Database(copy);
    // As many changes as in the file of the running store: the count alone does not show the difference.
    other.exec("UPDATE api_key SET revoked_at = 2000; UPDATE change SET number = 1");
    other.close();
    const snapshot = await openSnapshot(store);
    expect(snapshot.key(record.id)?.revokedAt).toBeUndefined();
    return { path, store, copy, id: record.id, snapshot };
  }

  test.each([
    ["moved into its place", renameSync],
    ["copied over it", copyFileSync],
  ])("is followed when another one is %s: a key revoked there stops working", async (_, replace) => {
    const { path, store, copy, id, snapshot } = await withRevokedCopy();
    replace(copy, join(path, "keys.db"));
    await snapshot.refresh();
    expect(snapshot.key(id)?.revokedAt).toBe(2000);
    expect((await store.find(id))?.revokedAt).toBe(2000);
    // And it is written to.
    await createKey(store, "new", { now: 3000 });
    const again = openSqliteStore(path);
    expect(await again.list()).toHaveLength(2);
    snapshot.stop();
    await again.close();
    await store.close();
  });

  test("is not created again when it is gone for a moment", async () => {
    const { path, store, id, snapshot } = await withRevokedCopy();
    renameSync(join(path, "keys.db"), join(path, "away"));
    await expect(store.find(id)).rejects.toThrow(/^keys\.db is missing\.$/);
    expect(readdirSync(path)).not.toContain("keys.db");
    renameSync(join(path, "away"), join(path, "keys.db"));
    expect(await store.find(id)).toMatchObject({ name: "leaked" });
    snapshot.stop();
    await store.close();
  });
});

describe("a lock of another process", () => {
  /** Keeps the lock until the test ends it. */
  async function lockOf(path: string, kind: "IMMEDIATE" | "EXCLUSIVE"): Promise<() => Promise<void>> {
    const program = `
      const { default: Database } = await import(${JSON.stringify(import.meta.resolve("libsql"))});
      const database = new Database(${JSON.stringify(join(path, "keys.db"))});
      database.exec("BEGIN ${kind}");
      console.log("locked");
      process.stdin.on("data", () => { database.exec("ROLLBACK"); process.exit(0); });`;
    const { child } = startNode(["--input-type=module", "--eval", program]);
    await once(child.stdout, "data");
    return async () => {
      child.stdin.write("end");
      await once(child, "exit");
    };
  }

  test.each(["IMMEDIATE", "EXCLUSIVE"] as const)(
    "waits for %s without blocking the process, and not for long",
    async (kind) => {
      const path = folder();
      const store = openSqliteStore(path);
      const { record } = await createKey(store, "kept", { now: 1 });
      const end = await lockOf(path, kind);
      let turns = 0;
      const timer = setInterval(() => (turns += 1), 1);
      await expect(createKey(store, "late", { now: 2 })).rejects.toMatchObject({ kind: "LOCKED" });
      clearInterval(timer);
      // With a wait inside SQLite there would be none.
      expect(turns).toBeGreaterThan(0);
      if (kind === "IMMEDIATE") expect(await store.find(record.id)).toEqual(record);
      else await expect(store.find(record.id)).rejects.toMatchObject({ kind: "LOCKED" });
      // Signatures do not need this file.
      await store.record(event("signed"));
      const late = createKey(store, "late", { now: 2 });
      await end();
      expect((await late).record.name).toBe("late");
      await store.close();
    },
  );

  // What each connection has to wait for: another's change, another's commit, and a reader when it commits itself.
  test.each(["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE", "BEGIN; SELECT * FROM api_key"])(
    "leaves no lock on connections that gave up (%s)",
    async (begin) => {
      const path = folder();
      const [one, other] = [openSqliteStore(path), openSqliteStore(path)];
      const { record } = await createKey(one, "kept", { now: 1 });
      await other.find(record.id);
      const holder = new Database(join(path, "keys.db"));
      holder.exec(begin);
      const [revoked] = await Promise.allSettled([
        one.revoke(record.id, 2),
        one.findByHash("none"),
        one.secrets(),
      ]);
      expect(revoked).toMatchObject({ status: "rejected", reason: { kind: "LOCKED" } });
      holder.exec("ROLLBACK");
      holder.close();
      // A connection with a statement in progress would keep the lock of what it reads.
      expect((await one.find(record.id))?.revokedAt).toBeUndefined();
      expect(await other.revoke(record.id, 3)).toBe(true);
      expect((await one.find(record.id))?.revokedAt).toBe(3);
      await one.close();
      await other.close();
    },
  );

  test("of the signature claims leaves no snapshot on connections that gave up", async () => {
    const path = folder();
    const [one, other] = [openSqliteStore(path), openSqliteStore(path)];
    const claim = (id: string) => ({ id, digest: "kid.digest", time: 1000 });
    await one.claimSignature(claim("first"), 5000, 0);
    const holder = new Database(join(path, "signatures.db"));
    holder.exec("BEGIN IMMEDIATE");
    await expect(one.claimSignature(claim("second"), 5000, 0)).rejects.toMatchObject({ kind: "LOCKED" });
    holder.exec("ROLLBACK");
    holder.close();
    // A connection with a statement in progress would keep the snapshot of what it reads.
    expect(await one.claimSignature(claim("first"), 5000, 0)).not.toHaveProperty("sha256");
    await other.record(event("r1", { idempotencyKey: "first", requestDigest: "kid.digest", sha256: "ab" }));
    expect(await one.claimSignature(claim("first"), 5000, 0)).toMatchObject({ sha256: "ab" });
    expect(await one.claimSignature(claim("third"), 5000, 0)).toBeUndefined();
    await one.close();
    await other.close();
  });

  test("does not prevent logins and signatures", async () => {
    const server = await startTestServer();
    const end = await lockOf(server.dataDir, "EXCLUSIVE");
    const login = await server.app.inject({
      url: "/authentication/login",
      headers: { "api-key": server.apiKey },
    });
    expect(login.statusCode).toBe(200);
    const wrong = await server.app.inject({ url: "/authentication/login", headers: { "api-key": "wrong" } });
    expect(wrong.statusCode).toBe(401);
    const payload = { ...fillAlabama, signForm: "SIGN" };
    expect((await server.call({ method: "POST", url: "/v1/fillPdf", payload })).statusCode).toBe(200);
    await end();
  });
});
