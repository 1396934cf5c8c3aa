import type Database from "libsql";
import { retryBusy } from "./retry-busy.js";

export interface Connection<Statements> {
  readonly database: Database.Database;
  readonly statements: Statements;
}

export interface Transactions<Statements> {
  /** Reads, and waits until the file may be read. */
  read<Result>(work: (statements: Statements) => Result): Promise<Result>;
  /** Changes everything or nothing, and waits until the file may be changed. */
  write<Result>(work: (statements: Statements) => Result): Promise<Result>;
}

/** Transactions on the connection that is given for each of them. */
export function transactionsOn<Statements>(
  connection: () => Connection<Statements>,
): Transactions<Statements> {
  const run = <Result>(begin: string, work: (statements: Statements) => Result): Promise<Result> =>
    retryBusy(() => {
      const { database, statements } = connection();
      return transaction(database, begin, () => work(statements));
    });
  return {
    read: (work) => run(beginReading, work),
    write: (work) => run(beginWriting, work),
  };
}

const beginReading = "BEGIN; SELECT 1 FROM sqlite_schema";
export const beginWriting = "BEGIN IMMEDIATE";

/**
 * Gets the lock with `exec`, before any prepared statement runs. A prepared statement of libsql that finds the file
 * locked stays in progress until it is run again. Until then its connection keeps the lock, or in a write-ahead log the
 * snapshot, of the next statement that it runs: others could no longer write, or it would not see what they write.
 */
export function transaction<Result>(database: Database.Database, begin: string, work: () => Result): Result {
  try {
    database.exec(begin);
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // SQLite ends a transaction itself where the disk is full, for example.
    if (database.inTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
