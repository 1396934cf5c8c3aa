import { type BigIntStats, chmodSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import { fileAuditLog } from "./audit-file.js";
import { auditIndex } from "./audit-index.js";
import { recordOf } from "./record-of.js";
import { signatureClaims } from "./signature-claims.js";
import { beginWriting, type Connection, transaction, transactionsOn } from "./sqlite-transaction.js";
import { type KeyRecord, type Store, StoreError, type TokenRevocation, type TokenSecret } from "./store.js";

/**
 * The embedded store: one SQLite file in the data folder, readable by its owner only, and the audit file next to it.
 * The file may be replaced while the service runs, by a backup for example: from then on the new one counts.
 */
export function openSqliteStore(dataDir: string): Store {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const audit = fileAuditLog(dataDir);
  const index = auditIndex(dataDir, audit);
  const claims = signatureClaims(dataDir, index);
  const path = join(dataDir, "keys.db");
  let connection = connect(path, startTimeoutMs);
  let closed = false;

  const { read, write } = transactionsOn(() => {
    if (closed) throw new StoreError("UNREACHABLE", "The store is closed.");
    const there = statSync(path, { bigint: true, throwIfNoEntry: false });
    // Opening it would create an empty one, in which no key is revoked.
    if (there === undefined) throw new StoreError("UNREACHABLE", "keys.db is missing.");
    if (versionOf(there) !== connection.version) {
      connection.database.close();
      connection = connect(path, 0);
    }
    return connection;
  });

  const { complete, close: closeClaims, ...claiming } = claims;
  return {
    ...audit,
    ...claiming,
    eventsOf: index.eventsOf,
    prepareLookups: index.prepareLookups,
    record(event) {
      const recorded = audit.record(event);
      const { idempotencyKey, sha256 } = event;
      if (idempotencyKey === undefined) return recorded;
      // The event counts. A claim that stays open is compared with the audit file when it is taken over.
      return recorded.then(() => complete(idempotencyKey, sha256).catch(() => {}));
    },
    add: ({ id, name, hash, origin, scope, createdAt, expiresAt, revokedAt }) =>
      write(({ insert }) => {
        const values = [id, name, hash, origin, scope, createdAt, expiresAt ?? null, revokedAt ?? null];
        return insert.run(...values).changes === 1;
      }),
    find: (id) => read(({ byId }) => keysIn(byId.all(id))[0]),
    findByHash: (hash) => read(({ byHash }) => keysIn(byHash.all(hash))[0]),
    list: () => read(({ all }) => keysIn(all.all())),
    revoke: (id, at) => write(({ revoke }) => revoke.run(at, id).changes === 1),
    secrets: () => read((statements) => (statements.secrets.all() as object[]).map(secretOf)),
    addSecret: ({ kid, secret, createdAt }, newest, replacedBefore) =>
      write(({ insertSecret, dropSecrets }) => {
        const added = insertSecret.run(kid, Buffer.from(secret), createdAt, newest ?? null).changes === 1;
        if (added) dropSecrets.run(replacedBefore);
        return added;
      }),
    revocations: () =>
      read((statements) => (statements.revocations.all() as object[]).map(recordOf<TokenRevocation>)),
    revokeToken: ({ tokenId, expiresAt }, expiredBefore) =>
      write(({ insertRevocation, dropRevocations }) => {
        insertRevocation.run(tokenId, expiresAt);
        dropRevocations.run(expiredBefore);
      }),
    changes: () =>
      read(({ changes }) => changeNumber(changes.get() as { number: number }, connection.version)),
    async close() {
      if (closed) return;
      closed = true;
      connection.database.close();
      await audit.close();
      await index.close();
      closeClaims();
    },
  };
}

/** How long a starting process waits for other starting ones. It serves no requests yet, so it may block. */
const startTimeoutMs = 30_000;

interface OpenFile extends Connection<Statements> {
  /** Of the file that was opened. */
  readonly version: string;
}

/**
 * Which file it is and when it was last changed. A file that was copied over ours has the same inode, and SQLite would not
 * notice where its own counter happens to be the same.
 */
function versionOf({ dev, ino, ctimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${ctimeNs}`;
}

/** Also another one where a backup with the same count took the place of the file. */
function changeNumber({ number }: { readonly number: number }, version: string): number {
  const changedMs = BigInt(version.split(" ")[2] ?? "0") / 1_000_000n;
  return Number(changedMs) * 1000 + (number % 1000);
}

type Statements = ReturnType<typeof prepareAll>;

function connect(path: string, timeoutMs: number): OpenFile {
  const database = openDatabase(path, timeoutMs);
  const statements = prepareAll(database);
  return { database, statements, version: versionOf(statSync(path, { bigint: true })) };
}

function prepareAll(database: Database.Database) {
  return {
    insert: database.prepare(
      "INSERT INTO api_key (id, name, hash, origin, scope, created_at, expires_at, revoked_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING",
    ),
    byId: database.prepare("SELECT * FROM api_key WHERE id = ?"),
    byHash: database.prepare("SELECT * FROM api_key WHERE hash = ?"),
    all: database.prepare("SELECT * FROM api_key ORDER BY created_at, id"),
    revoke: database.prepare("UPDATE api_key SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?"),
    secrets: database.prepare("SELECT * FROM token_secret ORDER BY created_at DESC, kid"),
    insertSecret: database.prepare(
      "INSERT INTO token_secret (kid, secret, created_at) SELECT ?, ?, ? WHERE (SELECT kid FROM token_secret ORDER BY created_at DESC, kid LIMIT 1) IS ?",
    ),
    dropSecrets: database.prepare(
      "DELETE FROM token_secret WHERE EXISTS (SELECT 1 FROM token_secret AS newer WHERE newer.created_at > token_secret.created_at AND newer.created_at < ?)",
    ),
    revocations: database.prepare("SELECT * FROM token_revocation ORDER BY token_id"),
    insertRevocation: database.prepare(
      "INSERT INTO token_revocation (token_id, expires_at) VALUES (?, ?) ON CONFLICT (token_id) DO NOTHING",
    ),
    dropRevocations: database.prepare("DELETE FROM token_revocation WHERE expires_at < ?"),
    changes: database.prepare("SELECT number FROM change"),
  };
}

const schemaVersion = 1;

const tables = `
  CREATE TABLE api_key (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    origin TEXT NOT NULL,
    scope TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER
  ) STRICT;
  CREATE TABLE token_secret (
    kid TEXT PRIMARY KEY,
    secret BLOB NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE token_revocation (
    token_id TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE change (number INTEGER NOT NULL) STRICT;
  INSERT INTO change VALUES (0);
  ${["api_key", "token_secret", "token_revocation"]
    .flatMap((table) =>
      ["INSERT", "UPDATE", "DELETE"].map(
        (event) =>
          `CREATE TRIGGER ${table}_${event.toLowerCase()} AFTER ${event} ON ${table} BEGIN UPDATE change SET number = number + 1; END;`,
      ),
    )
    .join("\n  ")}
  PRAGMA user_version = ${schemaVersion}`;

function openDatabase(path: string, timeoutMs: number): Database.Database {
  let database: Database.Database | undefined;
  try {
    database = new Database(path);
    // Not each time: it would count as a change of the file.
    if ((statSync(path).mode & 0o777) !== 0o600) chmodSync(path, 0o600);
    // First, because several processes may start at the same time.
    database.pragma(`busy_timeout = ${timeoutMs}`);
    createTables(database);
    database.pragma("busy_timeout = 0");
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof StoreError || timeoutMs === 0) throw error;
    throw new StoreError("UNUSABLE", `${path} cannot be used: ${(error as Error).message}`);
  }
}

function createTables(database: Database.Database): void {
  if (schemaVersionOf(database) === schemaVersion) return;
  transaction(database, beginWriting, () => {
    // Another process may have created them while we waited.
    const version = schemaVersionOf(database);
    if (version === 0) database.exec(tables);
    else if (version !== schemaVersion)
      throw new StoreError(
        "UNUSABLE",
        `keys.db has schema version ${version}; this version of the service needs ${schemaVersion}.`,
      );
  });
}

function schemaVersionOf(database: Database.Database): number {
  const row = database.prepare("PRAGMA user_version").get() as { readonly user_version: number };
  return row.user_version;
}

function keysIn(rows: unknown[]): KeyRecord[] {
  return (rows as object[]).map(recordOf<KeyRecord>);
}

function secretOf(row: object): TokenSecret {
  const { secret, ...rest } = recordOf<TokenSecret>(row);
  return { ...rest, secret: new Uint8Array(secret) };
}
