import pg from "pg";
import { storeErrorOf } from "./reach.js";
import { StoreError } from "./store.js";

const schemaVersion = 1;

/** The last index makes a second event of one signature impossible, whatever the processes do. */
const tables = `
  CREATE TABLE api_key (
    id text PRIMARY KEY,
    name text NOT NULL,
    hash text NOT NULL UNIQUE,
    origin text NOT NULL,
    scope text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint,
    revoked_at bigint
  );
  CREATE TABLE token_secret (
    kid text PRIMARY KEY,
    secret bytea NOT NULL,
    created_at bigint NOT NULL
  );
  CREATE TABLE token_revocation (
    token_id text PRIMARY KEY,
    expires_at bigint NOT NULL
  );
  CREATE TABLE withholding_forms_change (number bigint NOT NULL);
  INSERT INTO withholding_forms_change VALUES (0);
  CREATE FUNCTION withholding_forms_count_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE withholding_forms_change SET number = number + 1;
      RETURN NULL;
    END $$;
  CREATE TRIGGER count_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON api_key
    FOR EACH STATEMENT EXECUTE FUNCTION withholding_forms_count_change();
  CREATE TRIGGER count_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON token_secret
    FOR EACH STATEMENT EXECUTE FUNCTION withholding_forms_count_change();
  CREATE TRIGGER count_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON token_revocation
    FOR EACH STATEMENT EXECUTE FUNCTION withholding_forms_count_change();
  CREATE TABLE signature_claim (
    id text PRIMARY KEY,
    digest text NOT NULL,
    time bigint NOT NULL,
    lease_until bigint NOT NULL,
    sha256 text
  );
  CREATE INDEX signature_claim_time ON signature_claim (time);
  CREATE TABLE audit_event (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    time timestamptz NOT NULL,
    request_id text NOT NULL,
    key_id text NOT NULL,
    form_id text NOT NULL,
    form_version text NOT NULL,
    language text NOT NULL,
    sha256 text NOT NULL,
    writer text NOT NULL,
    sequence bigint NOT NULL,
    previous text NOT NULL,
    hash text NOT NULL,
    idempotency_key text,
    request_digest text,
    employee_reference text
  );
  CREATE INDEX audit_event_time ON audit_event (time, id);
  CREATE INDEX audit_event_sha256 ON audit_event (sha256);
  CREATE UNIQUE INDEX audit_event_idempotency_key ON audit_event (idempotency_key, time)
    WHERE idempotency_key IS NOT NULL`;

/** What the service queries. Fails if a table or a column is missing. */
const proof = `
  SELECT id, name, hash, origin, scope, created_at, expires_at, revoked_at FROM api_key LIMIT 0;
  SELECT kid, secret, created_at FROM token_secret LIMIT 0;
  SELECT token_id, expires_at FROM token_revocation LIMIT 0;
  SELECT id, time, request_id, key_id, form_id, form_version, language, sha256, writer, sequence, previous, hash,
    idempotency_key, request_digest, employee_reference FROM audit_event LIMIT 0;
  SELECT id, digest, time, lease_until, sha256 FROM signature_claim LIMIT 0;
  SELECT number FROM withholding_forms_change LIMIT 0`;

/** Any number that no other program uses for an advisory lock in this database. */
const lock = 7_310_429_611;

/**
 * Creates the tables in an empty database. If several instances start at the same time, one does it and the others
 * wait.
 */
export async function prepareSchema(settings: pg.ClientConfig, url: string): Promise<void> {
  const client = new pg.Client({ ...settings, query_timeout: 30_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    // Checked without a lock first: an instance whose user may not create tables can start once they are there.
    const there = await client.query<{ readonly there: boolean }>(
      "SELECT to_regclass('withholding_forms_schema') IS NOT NULL AS there",
    );
    const version = there.rows[0]?.there === true ? await versionOf(client) : undefined;
    checkVersion(version ?? (await createTables(client)));
    await prove(client);
  } catch (error) {
    throw storeErrorOf(error, url);
  } finally {
    await client.end().catch(() => {});
  }
}

/** The version of the tables, which another instance may have created in the meantime. */
async function createTables(client: pg.Client): Promise<number> {
  await client.query("BEGIN; SET LOCAL idle_in_transaction_session_timeout = 10000");
  await client.query("SELECT pg_advisory_xact_lock($1)", [lock]);
  // Not asked whether it is there: within a transaction the server may go by what it remembers of a name.
  await client.query("CREATE TABLE IF NOT EXISTS withholding_forms_schema (version integer NOT NULL)");
  const version = await versionOf(client);
  if (version === undefined)
    await client.query(`${tables}; INSERT INTO withholding_forms_schema VALUES (${schemaVersion})`);
  await client.query("COMMIT");
  return version ?? schemaVersion;
}

async function versionOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ readonly version: number }>(
    "SELECT version FROM withholding_forms_schema",
  );
  return rows[0]?.version;
}

function checkVersion(version: number): void {
  if (version !== schemaVersion)
    throw new StoreError(
      "UNUSABLE",
      `The database has schema version ${version}; this version of the service needs ${schemaVersion}.`,
    );
}

async function prove(client: pg.Client): Promise<void> {
  try {
    await client.query(proof);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !["42P01", "42703"].includes(error.code ?? "")) throw error;
    throw new StoreError(
      "UNUSABLE",
      `The tables of the database are not as the service created them (${error.message}); restore them from a backup.`,
    );
  }
}
