import { execFile } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { type Daemon, daemonFolder, programPath, startDaemon, unprivileged } from "./daemon.js";

export interface PostgresServer extends Daemon {
  /** DATABASE_URL of a database that is there from the start. */
  readonly url: string;
  /** Creates another, empty database and returns its DATABASE_URL. */
  newDatabase(): Promise<string>;
  /** Dumps the database and returns the file. */
  backup(): Promise<string>;
  /** Creates another database from a dump and returns its DATABASE_URL. */
  restore(file: string): Promise<string>;
  /** One statement past the service, as an administrator would send it. */
  query(sql: string, url?: string): Promise<readonly Record<string, unknown>[]>;
}

export interface PostgresChoices {
  /** Settings of the server next to ours, such as `["fsync=on"]`. */
  readonly settings?: readonly string[];
}

/** Must not appear in any output. */
export const postgresPassword = "pass/word with:@signs%";

/** A separate PostgreSQL server: temp folder, free port, password needed. It goes after the file's tests. */
export async function startPostgres({ settings = [] }: PostgresChoices = {}): Promise<PostgresServer> {
  const folder = daemonFolder("postgres");
  const data = join(folder, "data");
  const secret = join(folder, "password");
  writeFileSync(secret, postgresPassword, { mode: 0o644 });
  await promisify(execFile)(
    programPath("initdb", programFolders()),
    [
      ...["-D", data, "-U", "postgres", `--pwfile=${secret}`, "--auth=scram-sha-256"],
      ...["--no-sync", "--no-instructions", "--encoding=UTF8", "--locale=C"],
    ],
    { ...unprivileged(), env: { PATH: process.env["PATH"], LC_ALL: "C" } },
  );
  const urlOf = (port: number, database: string): string =>
    `postgresql://postgres:${encodeURIComponent(postgresPassword)}@127.0.0.1:${port}/${database}`;
  const daemon = await startDaemon({
    name: "postgres",
    folders: programFolders(),
    // A commit survives the death of the server's processes, which is what the tests bring about, without a flush of
    // the disk; it would not survive the machine's.
    args: (port) => [
      ...["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", ""],
      ...[
        "fsync=off",
        "full_page_writes=off",
        "shared_buffers=16MB",
        "max_connections=200",
        ...settings,
      ].flatMap((setting) => ["-c", setting]),
    ],
    answers: async (port) => {
      await query(urlOf(port, "postgres"), "SELECT 1");
    },
    // Exits without waiting for connected clients.
    end: "SIGINT",
    unprivileged: true,
  });
  let databases = 0;
  const url = urlOf(daemon.port, "postgres");
  const newDatabase = async (): Promise<string> => {
    const name = `test_${++databases}`;
    await query(url, `CREATE DATABASE ${name}`);
    return urlOf(daemon.port, name);
  };
  const tool = (name: string, args: readonly string[]): Promise<object> =>
    promisify(execFile)(programPath(name, programFolders()), args);
  return {
    ...daemon,
    url,
    newDatabase,
    async backup() {
      const file = join(folder, "backup");
      await tool("pg_dump", ["--format=custom", `--file=${file}`, url]);
      return file;
    },
    async restore(file) {
      const restored = await newDatabase();
      await tool("pg_restore", ["--exit-on-error", `--dbname=${restored}`, file]);
      return restored;
    },
    query: (sql, at = url) => query(at, sql),
  };
}

/** Only against a server that hangs. */
const hangMs = 300_000;

async function query(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: hangMs });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Debian keeps the server's programs of each version in a folder that is not in PATH. */
function programFolders(): string[] {
  const versions = "/usr/lib/postgresql";
  try {
    return readdirSync(versions)
      .sort((one, other) => Number(other) - Number(one))
      .map((version) => join(versions, version, "bin"));
  } catch {
    return [];
  }
}
