import { chmodSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import type { AuditIndex } from "./audit-index.js";
import { recordOf } from "./record-of.js";
import { type Connection, transactionsOn } from "./sqlite-transaction.js";
import { type SignatureClaims, type StoredClaim, StoreError } from "./store.js";

export interface EmbeddedClaims extends SignatureClaims {
  /** The event of the claim is recorded. */
  complete(id: string, sha256: string): Promise<void>;
  close(): void;
}

/**
 * Claims are in a separate file, `signatures.db`, which is created with the first one. In `keys.db`, every claim would
 * make all processes read all keys again.
 */
export function signatureClaims(dataDir: string, audit: Pick<AuditIndex, "eventOfClaim">): EmbeddedClaims {
  let opened: Connection<Statements> | undefined;
  let closed = false;
  const { read, write } = transactionsOn(() => {
    if (closed) throw new StoreError("UNREACHABLE", "The store is closed.");
    opened ??= open(join(dataDir, "signatures.db"));
    return opened;
  });
  const complete = async (id: string, sha256: string): Promise<void> => {
    await write((statements) => statements.complete.run(sha256, id));
  };
  return {
    async claimSignature({ id, digest, time }, leaseUntil, expiredBefore) {
      const living = ({ find }: Statements): StoredClaim | undefined => {
        // Not `get`, which adds `_metadata` to the row.
        const [found] = (find.all(id) as object[]).map(recordOf<StoredClaim>);
        return found !== undefined && found.time >= expiredBefore ? found : undefined;
      };
      // A repeated request only reads, so it waits for no lock.
      const found = await read(living);
      if (found !== undefined) return found;
      return write((statements) => {
        // Another request may have made it in between.
        const made = living(statements);
        if (made !== undefined) return made;
        statements.expire.run(expiredBefore);
        statements.insert.run(id, digest, time, leaseUntil);
        return undefined;
      });
    },
    async takeOverClaim(claim, leaseUntil) {
      const taken = await write(
        ({ takeOver }) => takeOver.run(leaseUntil, claim.id, claim.leaseUntil).changes === 1,
      );
      const recorded = taken ? await audit.eventOfClaim(claim) : undefined;
      if (recorded === undefined) return taken;
      await complete(claim.id, recorded.sha256);
      return false;
    },
    async endLease(id, leaseUntil) {
      await write(({ takeOver }) => takeOver.run(0, id, leaseUntil));
    },
    async dropClaim(id, leaseUntil) {
      await write(({ drop }) => drop.run(id, leaseUntil));
    },
    complete,
    close() {
      closed = true;
      opened?.database.close();
    },
  };
}

type Statements = ReturnType<typeof prepareAll>;

function open(path: string): Connection<Statements> {
  const database = new Database(path);
  try {
    chmodSync(path, 0o600);
    // One flush per claim instead of four, and readers never wait.
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = FULL");
    database.pragma("busy_timeout = 0");
    database.exec(
      `CREATE TABLE IF NOT EXISTS signature_claim (
         id TEXT PRIMARY KEY,
         digest TEXT NOT NULL,
         time INTEGER NOT NULL,
         lease_until INTEGER NOT NULL,
         sha256 TEXT
       ) STRICT;
       CREATE INDEX IF NOT EXISTS signature_claim_time ON signature_claim (time)`,
    );
    return { database, statements: prepareAll(database) };
  } catch (error) {
    database.close();
    throw error;
  }
}

function prepareAll(database: Database.Database) {
  return {
    insert: database.prepare(
      "INSERT INTO signature_claim (id, digest, time, lease_until) VALUES (?, ?, ?, ?)",
    ),
    find: database.prepare("SELECT * FROM signature_claim WHERE id = ?"),
    expire: database.prepare("DELETE FROM signature_claim WHERE time < ?"),
    takeOver: database.prepare(
      "UPDATE signature_claim SET lease_until = ? WHERE id = ? AND lease_until = ? AND sha256 IS NULL",
    ),
    drop: database.prepare("DELETE FROM signature_claim WHERE id = ? AND lease_until = ? AND sha256 IS NULL"),
    complete: database.prepare("UPDATE signature_claim SET sha256 = ? WHERE id = ?"),
  };
}
