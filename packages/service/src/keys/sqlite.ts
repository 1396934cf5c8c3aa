import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import type { KeyRecord, KeyStore, TokenSecret } from "./store.js";

/** The embedded store: one SQLite file in the data folder, readable by its owner only. */
export function openSqliteStore(dataDir: string): KeyStore {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, "keys.db");
  const database = new Database(path);
  chmodSync(path, 0o600);
  database.pragma("journal_mode = WAL");
  database.pragma("busy_timeout = 5000");
  database.exec(schema);

  const insert = database.prepare(
    "INSERT INTO api_key (id, name, hash, origin, created_at, expires_at, revoked_at) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING",
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

  // Statements of libsql work on after the database is closed; a closed store must not.
  let closed = false;
  const reach = (): void => {
    if (closed) throw new Error("The store is closed.");
  };

  return {
    async add(key) {
      reach();
      const { id, name, hash, origin, createdAt, expiresAt, revokedAt } = key;
      return (
        insert.run(id, name, hash, origin, createdAt, expiresAt ?? null, revokedAt ?? null).changes === 1
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
    async close() {
      closed = true;
      database.close();
    },
  };
}

const schema = `
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
`;

interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly hash: string;
  readonly origin: KeyRecord["origin"];
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
}

function keyOf(row: unknown): KeyRecord | undefined {
  if (row === undefined) return undefined;
  const { id, name, hash, origin, created_at, expires_at, revoked_at } = row as KeyRow;
  return {
    id,
    name,
    hash,
    origin,
    createdAt: created_at,
    ...(expires_at === null ? {} : { expiresAt: expires_at }),
    ...(revoked_at === null ? {} : { revokedAt: revoked_at }),
  };
}

function secretOf(row: unknown): TokenSecret {
  const { kid, secret, created_at } = row as { kid: string; secret: Uint8Array; created_at: number };
  return { kid, secret: new Uint8Array(secret), createdAt: created_at };
}
