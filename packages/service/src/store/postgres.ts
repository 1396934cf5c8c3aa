import pg from "pg";
import { auditChain } from "./audit-chain.js";
import type { AuditEvent, ChainedEvent } from "./audit-event.js";
import { plainEvent } from "./audit-lines.js";
import { grouped } from "./grouped.js";
import { prepareSchema } from "./postgres-schema.js";
import { leavingAlone, storeErrorOf } from "./reach.js";
import { recordOf } from "./record-of.js";
import {
  type AuditLog,
  type KeyRecord,
  type SignatureClaim,
  type SignatureClaims,
  type Store,
  type StoredClaim,
  StoreError,
  type TimeRange,
  type TokenRevocation,
  type TokenSecret,
} from "./store.js";

export interface PostgresOptions {
  /** Max wait for a connection, and again for a response. */
  readonly timeoutMs?: number;
}

/**
 * A PostgreSQL database that any number of instances share. Creates its tables; rejects with a StoreError if that is
 * not possible.
 */
export async function openPostgresStore(
  url: string,
  { timeoutMs = 2000 }: PostgresOptions = {},
): Promise<Store> {
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
    application_name: "withholding-forms",
  };
  await prepareSchema(settings, url);
  const database = openDatabase(url, { ...settings, query_timeout: timeoutMs }, auditTimeoutOf(timeoutMs));
  let ended: Promise<void> | undefined;
  return {
    ...keysIn(database),
    ...secretsIn(database),
    ...revocationsIn(database),
    ...auditLogIn(database),
    ...claimsIn(database),
    async changes() {
      const [row] = await database.read<{ readonly number: number }>(
        "SELECT number FROM withholding_forms_change",
      );
      return row?.number ?? Number.NaN;
    },
    // The table has an index.
    prepareLookups() {},
    close() {
      ended ??= database.close();
      return ended;
    },
  };
}

/** Queries that end as a StoreError where the server cannot be reached. */
interface Database {
  read<Row extends object = object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** How many rows were written. */
  write(text: string, values: unknown[]): Promise<number>;
  /** A transaction. If there is no response, the connection is closed and the server rolls back. */
  transaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result>;
  audit<Row extends object = object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Several queries of audit events on one connection, which ends with them. */
  auditSession<Row>(): Promise<AuditSession<Row>>;
  close(): Promise<void>;
}

interface AuditSession<Row> {
  query(text: string, values?: unknown[]): Promise<Row[]>;
  end(): void;
}

function openDatabase(url: string, settings: pg.PoolConfig, auditTimeoutMs: number): Database {
  // Each process has these, and a server takes a hundred connections by default. One is in use most of the time.
  const pool = openPool({ ...settings, max: 2 });
  // Audit events have their own connection: a lock on their table must not prevent logins.
  const auditPool = openPool({
    ...settings,
    max: 1,
    // The server gives up before we do. Otherwise it would record events later whose signatures were rejected.
    async onConnect(client) {
      await client.query(`SET lock_timeout = ${auditTimeoutMs}; SET statement_timeout = ${auditTimeoutMs}`);
    },
  });
  const reach = leavingAlone(1000);
  const reachAudit = leavingAlone(1000, reach);
  return {
    read: <Row extends object>(text: string, values: unknown[] = []) =>
      reach(url, async () => (await pool.query(text, values)).rows as Row[]),
    write: (text, values) => reach(url, async () => (await pool.query(text, values)).rowCount ?? 0),
    transaction: (work) => reach(url, () => inTransaction(pool, work)),
    audit: <Row extends object>(text: string, values: unknown[] = []) =>
      reachAudit(url, async () => (await auditPool.query(text, values)).rows as Row[]),
    async auditSession<Row>() {
      const client = await reachAudit(url, () => auditPool.connect());
      return {
        query: (text: string, values: unknown[] = []) =>
          reachAudit(url, async () => (await client.query(text, values)).rows as Row[]),
        end: () => client.release(true),
      };
    },
    close: () =>
      Promise.all([pool.end(), auditPool.end()]).then(
        () => {},
        (error: unknown) => Promise.reject(storeErrorOf(error, url)),
      ),
  };
}

async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    // A process that hangs while it has the lock must not block others for long.
    await client.query("BEGIN; SET LOCAL idle_in_transaction_session_timeout = 5000");
    const result = await work(client);
    await client.query("COMMIT");
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

function keysIn({ read, write }: Database): Pick<Store, "add" | "find" | "findByHash" | "list" | "revoke"> {
  return {
    async add({ id, name, hash, origin, scope, createdAt, expiresAt, revokedAt }) {
      const added = await write(
        "INSERT INTO api_key (id, name, hash, origin, scope, created_at, expires_at, revoked_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (hash) DO NOTHING",
        [id, name, hash, origin, scope, createdAt, expiresAt ?? null, revokedAt ?? null],
      );
      return added === 1;
    },
    async find(id) {
      return (await read("SELECT * FROM api_key WHERE id = $1", [id])).map(recordOf<KeyRecord>)[0];
    },
    async findByHash(hash) {
      return (await read("SELECT * FROM api_key WHERE hash = $1", [hash])).map(recordOf<KeyRecord>)[0];
    },
    async list() {
      return (await read("SELECT * FROM api_key ORDER BY created_at, id")).map(recordOf<KeyRecord>);
    },
    async revoke(id, at) {
      const text = "UPDATE api_key SET revoked_at = coalesce(revoked_at, $1) WHERE id = $2";
      return (await write(text, [at, id])) === 1;
    },
  };
}

function secretsIn({ read, transaction }: Database): Pick<Store, "secrets" | "addSecret"> {
  return {
    async secrets() {
      return (await read(newestFirst)).map(secretOf);
    },
    addSecret: ({ kid, secret, createdAt }, newest, replacedBefore) =>
      transaction(async (client) => {
        await client.query("LOCK TABLE token_secret IN SHARE ROW EXCLUSIVE MODE");
        const [current] = (await client.query<{ readonly kid: string }>(`${newestFirst} LIMIT 1`)).rows;
        if (current?.kid !== newest) return false;
        await client.query("INSERT INTO token_secret (kid, secret, created_at) VALUES ($1, $2, $3)", [
          kid,
          Buffer.from(secret),
          createdAt,
        ]);
        await client.query(
          "DELETE FROM token_secret WHERE EXISTS (SELECT 1 FROM token_secret AS newer WHERE newer.created_at > token_secret.created_at AND newer.created_at < $1)",
          [replacedBefore],
        );
        return true;
      }),
  };
}

function revocationsIn({ read, write }: Database): Pick<Store, "revocations" | "revokeToken"> {
  return {
    async revocations() {
      return (await read("SELECT * FROM token_revocation ORDER BY token_id")).map(recordOf<TokenRevocation>);
    },
    async revokeToken({ tokenId, expiresAt }, expiredBefore) {
      await write(
        "INSERT INTO token_revocation (token_id, expires_at) VALUES ($1, $2) ON CONFLICT (token_id) DO NOTHING",
        [tokenId, expiresAt],
      );
      await write("DELETE FROM token_revocation WHERE expires_at < $1", [expiredBefore]);
    },
  };
}

function auditLogIn({ audit, auditSession }: Database): AuditLog {
  const chain = auditChain({
    async lastHash() {
      const last = "SELECT hash FROM audit_event ORDER BY id DESC LIMIT 1";
      const [row] = await audit<{ readonly hash: string }>(last);
      return row?.hash ?? "";
    },
    async write(events) {
      const claimed = events.some(({ idempotencyKey }) => idempotencyKey !== undefined);
      await audit(
        claimed ? insertClaimedEvents : insertEvents,
        eventColumns.map((name) => events.map((event) => event[name] ?? null)),
      );
    },
  });
  return {
    record: grouped<AuditEvent>(chain.append, 1000),
    async eventsOf(sha256) {
      const text = `${selectEvents} WHERE sha256 = $1 ORDER BY time, id`;
      return (await audit<EventRow>(text, [sha256])).map((row) => plainEvent(eventOf(row)));
    },
    async *events(range) {
      let after: EventRow | undefined;
      do {
        const page: EventRow[] = await audit<EventRow>(eventPage, pageOf(range, after));
        yield* page.map((row) => plainEvent(eventOf(row)));
        after = page.at(-1);
      } while (after !== undefined);
    },
    async *stored() {
      const { query, end } = await auditSession<EventRow>();
      try {
        // As of one instant: an event that is committed later but has a smaller id would seem to be missing.
        await query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
        let rows = await query(firstStoredPage, []);
        while (rows.length > 0) {
          yield* rows.map(eventOf);
          rows = await query(storedPage, [rows.at(-1)?.id]);
        }
      } finally {
        end();
      }
    },
  };
}

/**
 * Uses the connection of the audit events. A claim is not flushed to disk separately: its event is written after it,
 * and flushing the event flushes everything that was written before.
 */
function claimsIn({ audit }: Database): SignatureClaims {
  const insert = async ({ id, digest, time }: SignatureClaim, leaseUntil: number): Promise<boolean> => {
    const made = await audit(
      `INSERT INTO signature_claim (id, digest, time, lease_until)
       SELECT $1, $2, $3::bigint, $4::bigint FROM ${unflushed} ON CONFLICT (id) DO NOTHING RETURNING id`,
      [id, digest, time, leaseUntil],
    );
    return made.length === 1;
  };
  return {
    async claimSignature(claim, leaseUntil, expiredBefore) {
      await audit(`DELETE FROM signature_claim USING ${unflushed} WHERE time < $1`, [expiredBefore]);
      for (let tries = 1; ; tries++) {
        if (await insert(claim, leaseUntil)) return undefined;
        const [row] = await audit("SELECT * FROM signature_claim WHERE id = $1", [claim.id]);
        if (row !== undefined) return recordOf<StoredClaim>(row);
        // It was deleted between the two statements, which cannot happen repeatedly.
        if (tries === 3)
          throw new StoreError("UNREACHABLE", "Signature claim changed during three attempts.");
      }
    },
    async takeOverClaim({ id, leaseUntil: old }, leaseUntil) {
      const taken = await audit(
        "UPDATE signature_claim SET lease_until = $3 WHERE id = $1 AND lease_until = $2 AND sha256 IS NULL RETURNING id",
        [id, old, leaseUntil],
      );
      return taken.length === 1;
    },
    async endLease(id, leaseUntil) {
      await audit("UPDATE signature_claim SET lease_until = 0 WHERE id = $1 AND lease_until = $2", [
        id,
        leaseUntil,
      ]);
    },
    async dropClaim(id, leaseUntil) {
      await audit("DELETE FROM signature_claim WHERE id = $1 AND lease_until = $2 AND sha256 IS NULL", [
        id,
        leaseUntil,
      ]);
    },
  };
}

const unflushed = "set_config('synchronous_commit', 'off', true)";

/** The server gives up first. */
const auditTimeoutOf = (timeoutMs: number): number => Math.round(timeoutMs * 0.75);

function openPool(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...settings, types: { getTypeParser }, allowExitOnIdle: true });
  // An idle connection that ends leaves the pool; the next query opens another.
  pool.on("error", () => {});
  // One that ends while it is in use rejects its query; without a listener, its error event would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** No number of ours passes 53 bits, so `bigint` need not come as text. */
const getTypeParser = ((type: number, format?: "text") =>
  type === pg.types.builtins.INT8
    ? Number
    : pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser;

const newestFirst = "SELECT * FROM token_secret ORDER BY created_at DESC, kid";

const eventColumns = [
  "time",
  "requestId",
  "keyId",
  "formId",
  "formVersion",
  "language",
  "sha256",
  "writer",
  "sequence",
  "previous",
  "hash",
  "idempotencyKey",
  "requestDigest",
  "employeeReference",
] as const;

const columns = eventColumns
  .map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  .join(", ");
const selectEvents = `SELECT id, ${columns} FROM audit_event`;

const insertEvents = `
  INSERT INTO audit_event (${columns})
  SELECT * FROM unnest($1::timestamptz[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
    $8::text[], $9::bigint[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[]) AS event (${columns})
  ORDER BY sequence`;

/** The claims are completed with their events, or neither is. */
const insertClaimedEvents = `
  WITH recorded AS (${insertEvents} RETURNING idempotency_key, sha256)
  UPDATE signature_claim SET sha256 = recorded.sha256 FROM recorded WHERE id = recorded.idempotency_key`;

/** Whatever its ids are: an added event can have a negative one. */
const firstStoredPage = `${selectEvents} ORDER BY id LIMIT 1000`;
const storedPage = `${selectEvents} WHERE id > $1 ORDER BY id LIMIT 1000`;

const eventPage = `
  ${selectEvents} WHERE time >= $1 AND time < $2 AND (time, id) > ($3, $4) ORDER BY time, id LIMIT 1000`;

function pageOf({ from, to }: TimeRange, after: EventRow | undefined): unknown[] {
  const instant = (time: number | undefined, otherwise: string): string =>
    time === undefined ? otherwise : new Date(time).toISOString();
  return [
    instant(from, "-infinity"),
    instant(to, "infinity"),
    after?.time.toISOString() ?? "-infinity",
    after?.id ?? "0",
  ];
}

function secretOf(row: object): TokenSecret {
  const { secret, ...rest } = recordOf<TokenSecret>(row);
  return { ...rest, secret: new Uint8Array(secret) };
}

interface EventRow {
  readonly id: number;
  readonly time: Date;
}

function eventOf({ id: _, time, ...row }: EventRow): ChainedEvent {
  // An added row can have "infinity", which the driver returns as a number.
  return recordOf({ time: time instanceof Date ? time.toISOString() : String(time), ...row });
}
