import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import Database from "libsql";
import { type AuditFile, identityOf } from "./audit-lines.js";
import { type Connection, transactionsOn } from "./sqlite-transaction.js";
import { StoreError } from "./store.js";

export interface FileRow {
  readonly id: number;
  /** Null once the file is gone, until its entries are deleted. */
  readonly identity: string | null;
  /** Everything before this offset is indexed. */
  readonly end: number;
  /** Hexadecimal. */
  readonly tail: string;
  /** Size and time of the file when it was indexed to its end. */
  readonly version: string;
}

export interface Place {
  readonly identity: string;
  readonly offset: number;
}

/** A key and the offset of its line. */
export type Entry = readonly [key: string, offset: number];

/** The index as it is stored. Several processes may change it at the same time. */
export interface IndexDatabase {
  files(): Promise<readonly FileRow[]>;
  find(key: string): Promise<readonly Place[]>;
  /** A new row for a file that is not known, or whose content is another one. */
  startOver(file: AuditFile, replaced: FileRow | undefined): Promise<FileRow>;
  /** The row afterward; undefined if the file was forgotten. Changes nothing unless the row is as it was. */
  addEntries(
    from: FileRow,
    done: Pick<FileRow, "end" | "tail" | "version">,
    entries: readonly Entry[],
  ): Promise<FileRow | undefined>;
  /** Its entries no longer count. */
  forget(id: number): Promise<void>;
  deleteEntries(id: number, segment: number): Promise<void>;
  deleteFile(id: number): Promise<void>;
  /** Deletes the index; the next access creates an empty one. */
  discard(): void;
  close(): void;
}

export function indexDatabase(path: string): IndexDatabase {
  let opened: (Connection<Statements> & { readonly identity: string }) | undefined;
  let isClosed = false;

  function closeFile(): void {
    opened?.database.close();
    opened = undefined;
  }

  const { read, write } = transactionsOn(() => {
    if (isClosed) throw new StoreError("UNREACHABLE", "The store is closed.");
    const there = statSync(path, { bigint: true, throwIfNoEntry: false });
    // Deleted by an operator, or by a process that found it damaged.
    if (there === undefined || identityOf(there) !== opened?.identity) closeFile();
    opened ??= openIndex(path);
    return opened;
  });
  return {
    files: () => read(({ files }) => files.all() as FileRow[]),
    find: (key) => read(({ find }) => find.all(key) as Place[]),
    startOver: (file, replaced) => write((statements) => startOver(statements, file, replaced)),
    addEntries: (from, done, entries) => write((statements) => addEntries(statements, from, done, entries)),
    forget: (id) => write(({ forget }) => void forget.run(id)),
    deleteEntries: (id, segment) => write(({ deleteEntries }) => void deleteEntries.run(id, segment)),
    deleteFile: (id) => write(({ deleteFile }) => void deleteFile.run(id)),
    discard() {
      const damaged = opened?.identity;
      closeFile();
      const there = statSync(path, { bigint: true, throwIfNoEntry: false });
      // Another process has replaced it already.
      if (there === undefined || identityOf(there) !== (damaged ?? identityOf(there))) return;
      // With its write-ahead log, in one step: another process must not find the one without the other.
      const away = `${dirname(path)}-${randomBytes(4).toString("hex")}`;
      renameSync(dirname(path), away);
      rmSync(away, { recursive: true });
    },
    close() {
      isClosed = true;
      closeFile();
    },
  };
}

export function isDamage(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code.startsWith("SQLITE_CORRUPT") || code.startsWith("SQLITE_NOTADB");
}

/**
 * Entries are grouped by where they are in the file. Keys are random, so without groups every entry would change another
 * page of the index, and building it would take many times as long.
 */
export const segmentBytes = 2 * 1024 * 1024;

type Statements = ReturnType<typeof prepareAll>;

function openIndex(path: string): Connection<Statements> & { readonly identity: string } {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const database = new Database(path);
  try {
    chmodSync(path, 0o600);
    database.pragma("journal_mode = WAL");
    // Never damaged by a loss of power; what is lost then is indexed again.
    database.pragma("synchronous = NORMAL");
    database.pragma("busy_timeout = 0");
    database.exec(
      `CREATE TABLE IF NOT EXISTS file (
         id INTEGER PRIMARY KEY AUTOINCREMENT,
         identity TEXT UNIQUE,
         end INTEGER NOT NULL,
         tail TEXT NOT NULL,
         version TEXT NOT NULL
       ) STRICT;
       CREATE TABLE IF NOT EXISTS entry (
         file INTEGER NOT NULL,
         segment INTEGER NOT NULL,
         key TEXT NOT NULL,
         offset INTEGER NOT NULL,
         PRIMARY KEY (file, segment, key, offset)
       ) STRICT, WITHOUT ROWID`,
    );
    const identity = identityOf(statSync(path, { bigint: true }));
    return { database, statements: prepareAll(database), identity };
  } catch (error) {
    database.close();
    throw error;
  }
}

function prepareAll(database: Database.Database) {
  return {
    files: database.prepare("SELECT * FROM file"),
    file: database.prepare("SELECT * FROM file WHERE identity = ?"),
    addFile: database.prepare("INSERT INTO file (identity, end, tail, version) VALUES (?, 0, '', '')"),
    update: database.prepare("UPDATE file SET end = ?, tail = ?, version = ? WHERE id = ?"),
    forget: database.prepare("UPDATE file SET identity = NULL WHERE id = ?"),
    deleteFile: database.prepare("DELETE FROM file WHERE id = ?"),
    addEntries: database.prepare(
      `INSERT OR IGNORE INTO entry
       SELECT ?, (value ->> 1) / ${segmentBytes}, value ->> 0, value ->> 1 FROM json_each(?)`,
    ),
    deleteEntries: database.prepare("DELETE FROM entry WHERE file = ? AND segment = ?"),
    find: database.prepare(
      `WITH RECURSIVE part (file, segment, identity) AS (
         SELECT id, end / ${segmentBytes}, identity FROM file WHERE identity IS NOT NULL
         UNION ALL
         SELECT file, segment - 1, identity FROM part WHERE segment > 0
       )
       SELECT identity, offset FROM part CROSS JOIN entry USING (file, segment) WHERE key = ?`,
    ),
  };
}

function startOver(
  { file: find, forget, addFile }: Statements,
  { identity }: AuditFile,
  replaced: FileRow | undefined,
): FileRow {
  const there = find.get(identity) as FileRow | undefined;
  // Another process may have started over already.
  if (there !== undefined && there.id !== replaced?.id) return there;
  if (there !== undefined) forget.run(there.id);
  addFile.run(identity);
  return find.get(identity) as FileRow;
}

function addEntries(
  { file: find, addEntries: insert, update }: Statements,
  from: FileRow,
  { end, tail, version }: Pick<FileRow, "end" | "tail" | "version">,
  entries: readonly Entry[],
): FileRow | undefined {
  const there = find.get(from.identity) as FileRow | undefined;
  if (there?.id !== from.id || there.end !== from.end) return there;
  insert.run(from.id, JSON.stringify(entries));
  // A chunk without a whole line leaves the end where it is.
  const kept = end === from.end ? from.tail : tail;
  update.run(end, kept, version, from.id);
  return { ...from, end, tail: kept, version };
}
