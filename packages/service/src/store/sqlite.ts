import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import { fileAuditLog } from "./auditFile.js";
import { type KeyRecord, type Store, StoreError, type TokenRevocation, type TokenSecret } from "./store.js";

/** The embedded store: one SQLite file in the data folder, readable by its owner only, and the audit file beside it. */
export function openSqliteStore(dataDir: string): Store {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, "keys.db");
  const database = openDatabase(path);

  const insert = database.prepare(
    "INSERT INTO api_key (id, name, hash, origin, scope, created_at, expires_at, revoked_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING",
  );
  const byId = database.prepare("SELECT * FROM api_key WHERE id = ?");
  const byHash = database.prepare("SELECT * FROM api_key WHERE hash = ?");
  const all = database.prepare("SELECT * FROM api_key ORDER BY created_at, id");
  const revoke = database.prepare("UPDATE api_key SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?");
  const secrets = database.prepare("SELECT * FROM token_secret ORDER BY created_at DESC, kid");
  const insertSecret = database.prepare(
    "INSERT INTO token_secret (kid, secret, created_at) SELECT ?, ?, ? WHERE (SELECT kid FROM token_secret ORDER BY created_at DESC, kid LIMIT 1) IS ?",
  );
  const dropSecrets = database.prepare(
    "DELETE FROM token_secret WHERE EXISTS (SELECT 1 FROM token_secret AS newer WHERE newer.created_at > token_secret.created_at AND newer.created_at < ?)",
  );
  const revocations = database.prepare("SELECT * FROM token_revocation ORDER BY token_id");
  const insertRevocation = database.prepare(
    "INSERT INTO token_revocation (token_id, expires_at) VALUES (?, ?) ON CONFLICT (token_id) DO NOTHING",
  );
  const dropRevocations = database.prepare("DELETE FROM token_revocation WHERE expires_at < ?");
  const changes = database.prepare("SELECT number FROM change");

  // Statements of libsql work on after the database is closed; a closed store must not.
  let closed = false;
  const reach = (): void => {
    if (closed) throw new StoreError("UNREACHABLE", "The store is closed.");
  };

  const audit = fileAuditLog(dataDir);
  return {
    ...audit,
    async add(key) {
      reach();
      const { id, name, hash, origin, scope, createdAt, expiresAt, revokedAt } = key;
      return (
        insert.run(id, name, hash, origin, scope, createdAt, expiresAt ?? null, revokedAt ?? null).changes ===
        1
      );
    },
    async find(id) {
      reach();
      return keyOf(byId.get(id));
    },
    async findByHash(hash) {
      reach();
      return keyOf(byHash.get(hash));
    },
    async list() {
      reach();
      return all.all().flatMap((row) => keyOf(row) ?? []);
    },
    async revoke(id, at) {
      reach();
      return revoke.run(at, id).changes === 1;
    },
    async secrets() {
      reach();
      return secrets.all().map(secretOf);
    },
    async addSecret({ kid, secret, createdAt }, newest, replacedBefore) {
      reach();
      const added = insertSecret.run(kid, Buffer.from(secret), createdAt, newest ?? null).changes === 1;
      if (added) dropSecrets.run(replacedBefore);
      return added;
    },
    async revocations() {
      reach();
      return revocations.all().map(revocationOf);
    },
    async revokeToken({ tokenId, expiresAt }, expiredBefore) {
      reach();
      insertRevocation.run(tokenId, expiresAt);
      dropRevocations.run(expiredBefore);
    },
    async changes() {
      reach();
      return (changes.get() as { readonly number: number }).number;
    },
    async close() {
      if (closed) return;
      closed = true;
      database.close();
      await audit.close();
    },
  };
}

/** Each step brings the file from the version before to the next one. A step that was shipped is never changed. */
const steps: readonly string[] = [
  `
  CREATE TABLE IF NOT EXISTS api_key (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    origin TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER
  ) STRICT;
  CREATE TABLE IF NOT EXISTS token_secret (
    kid TEXT PRIMARY KEY,
    secret BLOB NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE change (number INTEGER NOT NULL) STRICT;
  INSERT INTO change VALUES (0);
  ${["api_key", "token_secret"]
    .flatMap((table) =>
      ["INSERT", "UPDATE", "DELETE"].map(
        (event) =>
          `CREATE TRIGGER ${table}_${event.toLowerCase()} AFTER ${event} ON ${table} BEGIN UPDATE change SET number = number + 1; END;`,
      ),
    )
    .join("\n  ")}
  `,
  `
  ALTER TABLE api_key ADD COLUMN scope TEXT NOT NULL DEFAULT 'full';
  CREATE TABLE token_revocation (
    token_id TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE TRIGGER token_revocation_insert AFTER INSERT ON token_revocation BEGIN UPDATE change SET number = number + 1; END;
  CREATE TRIGGER token_revocation_delete AFTER DELETE ON token_revocation BEGIN UPDATE change SET number = number + 1; END;
  `,
];

function openDatabase(path: string): Database.Database {
  let database: Database.Database | undefined;
  try {
    database = new Database(path);
    chmodSync(path, 0o600);
    // First, since several processes may start at once.
    database.pragma("busy_timeout = 5000");
    database.pragma("journal_mode = WAL");
    migrate(database);
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof StoreError) throw error;
    throw new StoreError("UNUSABLE", `${path} cannot be used: ${(error as Error).message}`);
  }
}

function migrate(database: Database.Database): void {
  if (versionOf(database) === steps.length) return;
  database.exec("BEGIN IMMEDIATE");
  try {
    // Another process may have done it while we waited.
    const version = versionOf(database);
    if (version > steps.length)
      throw new StoreError(
        "UNUSABLE",
        `keys.db was written by a newer version of the service (${version}; this one knows ${steps.length}).`,
      );
    for (const step of steps.slice(version)) database.exec(step);
    database.exec(`PRAGMA user_version = ${steps.length}`);
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

function versionOf(database: Database.Database): number {
  const row = database.prepare("PRAGMA user_version").get() as { readonly user_version: number };
  return row.user_version;
}

interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly hash: string;
  readonly origin: KeyRecord["origin"];
  readonly scope: KeyRecord["scope"];
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
}

function keyOf(row: unknown): KeyRecord | undefined {
  if (row === undefined) return undefined;
  const { id, name, hash, origin, scope, created_at, expires_at, revoked_at } = row as KeyRow;
  return {
    id,
    name,
    hash,
    origin,
    scope,
    createdAt: created_at,
    ...(expires_at === null ? {} : { expiresAt: expires_at }),
    ...(revoked_at === null ? {} : { revokedAt: revoked_at }),
  };
}

function secretOf(row: unknown): TokenSecret {
  const { kid, secret, created_at } = row as { kid: string; secret: Uint8Array; created_at: number };
  return { kid, secret: new Uint8Array(secret), createdAt: created_at };
}

function revocationOf(row: unknown): TokenRevocation {
  const { token_id, expires_at } = row as { token_id: string; expires_at: number };
  return { tokenId: token_id, expiresAt: expires_at };
}
