import {
  type PostgresServer,
  postgresPassword,
  startPostgres,
} from "@withholding-forms/testing/daemons/postgres";
import { eventually } from "@withholding-forms/testing/eventually";
import pg from "pg";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createKey } from "../auth/keys.js";
import { openPostgresStore } from "./postgres.js";
import { openSnapshot } from "./snapshot.js";
import { type Store, StoreError } from "./store.js";
import { event } from "./test/event.js";
import { inProcesses } from "./test/processes.js";
import { describeStore } from "./test/store.suite.js";
import { verifyAudit } from "./verify-audit.js";

/** For what is not about time: a busy machine may take longer than a service would wait. */
const patient = { timeoutMs: 120_000 };
/** For tests that wait until it is over: all else that they do takes less, also on a busy machine. */
const impatient = { timeoutMs: 6000 };

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});

describeStore("PostgreSQL", async () => openPostgresStore(await postgres.newDatabase(), patient));

test("a second event of one signature is impossible, even for a process that lost its claim", async () => {
  const store = await openPostgresStore(await postgres.newDatabase(), patient);
  const named = { idempotencyKey: "claim-1", requestDigest: "kid.digest" };
  await store.record(event("r1", named));
  await expect(store.record(event("r2", named))).rejects.toThrow();
  // The same key on another day is another signature.
  await store.record(event("r3", { ...named, time: "2026-11-18T18:30:00.000Z" }));
  const ids: string[] = [];
  for await (const { requestId } of store.events({})) ids.push(requestId);
  expect(ids).toEqual(["r1", "r3"]);
  expect(await verifyAudit(() => store.stored())).toMatchObject({ events: 2, findings: [] });
  await store.close();
});

test("the server gives up on a locked audit table after three quarters of our time: 1.5 of 2 seconds", async () => {
  const query = vi.spyOn(pg.Client.prototype, "query");
  onTestFinished(() => query.mockRestore());
  const store = await openPostgresStore(await postgres.newDatabase(), { timeoutMs: 120_000 });
  await store.record(event("r1"));
  expect(query).toHaveBeenCalledWith("SET lock_timeout = 90000; SET statement_timeout = 90000");
  await store.close();
});

describe("several instances", () => {
  test("ten processes that start at the same time on an empty database create its tables once", async () => {
    const url = await postgres.newDatabase();
    await inProcesses(10, { DATABASE_URL: url });
    const store = await openPostgresStore(url, patient);
    expect(await store.list()).toHaveLength(10);
    expect(await store.secrets()).toHaveLength(1);
    expect(await store.eventsOf("00")).toHaveLength(10 * 25);
    expect(await postgres.query("SELECT * FROM withholding_forms_schema", url)).toEqual([{ version: 1 }]);
    await store.close();
  });

  test("thirty stores that one process opens at the same time create its tables once", async () => {
    const url = await postgres.newDatabase();
    const stores = await Promise.all(Array.from({ length: 30 }, () => openPostgresStore(url, patient)));
    expect(await postgres.query("SELECT * FROM withholding_forms_schema", url)).toEqual([{ version: 1 }]);
    await Promise.all(stores.map((store) => store.close()));
  });

  test("a key revoked by hand in the database is noticed like any other change", async () => {
    const url = await postgres.newDatabase();
    const store = await openPostgresStore(url, patient);
    const { record } = await createKey(store, "by hand", { now: 1000 });
    const snapshot = await openSnapshot(store);
    await postgres.query("UPDATE api_key SET revoked_at = 2000", url);
    await snapshot.refresh();
    expect(snapshot.key(record.id)?.revokedAt).toBe(2000);
    snapshot.stop();
    await store.close();
  });
});

test("while the audit table is locked, signatures are rejected in time and logins work", async () => {
  const url = await postgres.newDatabase();
  const store = await openPostgresStore(url, impatient);
  const { record } = await createKey(store, "kept", { now: 1000 });
  await store.record(event("before"));
  const locker = new pg.Client({ connectionString: url });
  await locker.connect();
  await locker.query("BEGIN; LOCK TABLE audit_event IN ACCESS EXCLUSIVE MODE");
  for (let round = 0; round < 3; round += 1) {
    await expect(store.record(event("refused"))).rejects.toThrow(StoreError);
    expect(await store.findByHash(record.hash)).toEqual(record);
    expect(await store.changes()).toBeGreaterThan(0);
  }
  await locker.query("COMMIT");
  await locker.end();
  await eventually(() => store.record(event("after")).then(() => true), {
    what: "the lock to be noticed as gone",
  });
  // What was rejected was not recorded later, when the lock was gone.
  expect((await store.eventsOf("00")).map(({ requestId }) => requestId)).toEqual(["before", "after"]);
  expect((await verifyAudit(() => store.stored())).findings).toEqual([]);
  await store.close();
});

describe("a database that is not as it should be", () => {
  const refusal = async (url: string): Promise<StoreError> => {
    const error = await openPostgresStore(url, patient).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(StoreError);
    const { message } = error as StoreError;
    expect(message).toMatch(/^[^\n]+\.$/);
    expect(message).not.toContain(postgresPassword);
    expect(message).not.toContain(encodeURIComponent(postgresPassword));
    return error as StoreError;
  };

  test("one with another schema is rejected", async () => {
    const url = await postgres.newDatabase();
    await (await openPostgresStore(url, patient)).close();
    await postgres.query("UPDATE withholding_forms_schema SET version = 99", url);
    const { kind, message } = await refusal(url);
    expect(kind).toBe("UNUSABLE");
    expect(message).toBe("The database has schema version 99; this version of the service needs 1.");
  });

  test.each([
    "DROP TABLE audit_event",
    "ALTER TABLE api_key DROP COLUMN revoked_at",
    "DROP TABLE withholding_forms_change",
  ])("rejects the database after %s", async (damage) => {
    const url = await postgres.newDatabase();
    await (await openPostgresStore(url, patient)).close();
    await postgres.query(damage, url);
    const { kind, message } = await refusal(url);
    expect(kind).toBe("UNUSABLE");
    expect(message).toContain("The tables of the database are not as the service created them");
  });

  test("another program's table with one of our names is not changed", async () => {
    const url = await postgres.newDatabase();
    await postgres.query("CREATE TABLE audit_event (theirs text)", url);
    expect((await refusal(url)).kind).toBe("UNUSABLE");
    expect(
      await postgres.query("SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = 'public'", url),
    ).toEqual([{ tables: 1 }]);
  });

  test("a user who may not make tables can use those that are there", async () => {
    const url = await postgres.newDatabase();
    await postgres.query("CREATE ROLE reader LOGIN PASSWORD 'reader'", url);
    const limited = new URL(url);
    limited.username = "reader";
    limited.password = "reader";
    expect((await refusal(limited.href)).kind).toBe("UNUSABLE");
    await (await openPostgresStore(url, patient)).close();
    await postgres.query("GRANT ALL ON ALL TABLES IN SCHEMA public TO reader", url);
    const store = await openPostgresStore(limited.href, patient);
    await createKey(store, "limited", { now: 1000 });
    expect(await store.list()).toHaveLength(1);
    await store.close();
  });

  test.each([
    ["UNUSABLE", "a wrong password", (url: URL) => Object.assign(url, { password: "wrong-secret" })],
    ["UNUSABLE", "an unknown database", (url: URL) => Object.assign(url, { pathname: "/nowhere" })],
    ["UNREACHABLE", "a port where nothing listens", (url: URL) => Object.assign(url, { port: "1" })],
    ["UNREACHABLE", "an unknown host", (url: URL) => Object.assign(url, { hostname: "nowhere.invalid" })],
  ])("is %s with %s, and no password is shown", async (kind, _, change) => {
    const error = await refusal(change(new URL(postgres.url)).href);
    expect(error.kind).toBe(kind);
    expect(error.message).not.toContain("wrong-secret");
  });
});

describe("a server that fails", () => {
  /** Asks until it answers; how often it failed before. */
  async function untilItAnswers(store: Store): Promise<void> {
    await eventually(() => store.list(), { what: "PostgreSQL to answer" });
  }

  test("after PostgreSQL is killed and restarted, everything recovers and no stored data is lost", async () => {
    const own = await startPostgres();
    const store = await openPostgresStore(own.url, patient);
    const { record } = await createKey(store, "kept", { now: 1000 });
    await store.record(event("kept"));
    await own.kill();
    await expect(store.list()).rejects.toThrow(
      /^PostgreSQL at 127\.0\.0\.1:\d+ cannot be reached: [^\n]+\.$/,
    );
    await expect(store.record(event("lost"))).rejects.toThrow(StoreError);
    await own.restart();
    await untilItAnswers(store);
    expect(await store.find(record.id)).toEqual(record);
    await store.record(event("after"));
    expect((await store.eventsOf("00")).map(({ requestId }) => requestId)).toEqual(["kept", "after"]);
    await store.close();
  });

  test("a database that hangs fails every request, most of them immediately, and leaves no query waiting", async () => {
    const own = await startPostgres();
    const store = await openPostgresStore(own.url, impatient);
    await store.list();
    own.pause();
    const first = await Promise.allSettled(Array.from({ length: 200 }, () => store.list()));
    expect(first.filter(({ status }) => status === "fulfilled")).toEqual([]);
    // It is known to be down: these do not wait, or the test would run out of time.
    for (let times = 0; times < 5000; times++) {
      await expect(store.findByHash("hash")).rejects.toThrow(StoreError);
      if (times % 100 === 0) await expect(store.record(event(`r${times}`))).rejects.toThrow(StoreError);
    }
    own.resume();
    await untilItAnswers(store);
    const [waiting] = await own.query(
      "SELECT count(*)::int AS connections FROM pg_stat_activity WHERE application_name = 'withholding-forms'",
    );
    expect(waiting?.["connections"]).toBeLessThanOrEqual(3);
    await store.close();
  });

  test("a store can be closed while its server hangs, also with a query in progress", async () => {
    const own = await startPostgres();
    const store = await openPostgresStore(own.url, impatient);
    await Promise.all([store.list(), store.list()]);
    own.pause();
    const under = store.list();
    under.catch(() => {});
    await store.close();
    await expect(under).rejects.toThrow(StoreError);
    own.resume();
  });

  /** Resolves when a session has the lock of a rotation, or waits for it. */
  async function locks(
    server: PostgresServer,
    { granted, url }: { readonly granted: boolean; readonly url?: string },
  ): Promise<void> {
    const wanted = `SELECT 1 FROM pg_locks WHERE relation = 'token_secret'::regclass
      AND mode = 'ShareRowExclusiveLock' AND granted = ${granted}`;
    await eventually(async () => (await server.query(wanted, url)).length > 0, {
      what: granted ? "the lock to be taken" : "a session to wait for the lock",
    });
  }

  test("a server that is killed in the middle of a rotation fails that, and nothing else", async () => {
    const own = await startPostgres();
    const store = await openPostgresStore(own.url, patient);
    const held = own
      .query("BEGIN; LOCK TABLE token_secret IN SHARE ROW EXCLUSIVE MODE; SELECT pg_sleep(30)")
      .catch(() => {});
    await locks(own, { granted: true });
    const rotated = store.addSecret(
      { kid: "a", secret: Uint8Array.from([1]), createdAt: 1000 },
      undefined,
      0,
    );
    rotated.catch(() => {});
    await locks(own, { granted: false });
    await own.kill();
    // Without a listener, the end of the connection would be an uncaught error and fail this run.
    await expect(rotated).rejects.toThrow(StoreError);
    await held;
    await store.close();
  });

  test("a rotation that hangs halfway blocks other rotations for a few seconds only", async () => {
    const url = await postgres.newDatabase();
    const store = await openPostgresStore(url, impatient);
    const hung = postgres
      .query("BEGIN; LOCK TABLE token_secret IN SHARE ROW EXCLUSIVE MODE; SELECT pg_sleep(600)", url)
      .catch(() => {});
    await locks(postgres, { granted: true, url });
    const secret = { kid: "a", secret: Uint8Array.from([1]), createdAt: 1000 };
    await expect(store.addSecret(secret, undefined, 0)).rejects.toThrow(StoreError);
    await postgres.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(600)' AND pid <> pg_backend_pid()",
      url,
    );
    await hung;
    const isAdded = (): Promise<boolean> => store.addSecret(secret, undefined, 0);
    await eventually(isAdded, { what: "the rotation" });
    await store.close();
  });
});
