import { mkdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../config.js";
import { OperatorError } from "../operator-error.js";
import { fileAuditLog } from "./audit-file.js";
import { type Store, StoreError } from "./store.js";

/** A service that starts together with its database waits for it this long, in milliseconds. */
export const startPatience = 30_000;

export type StoreConfig = Pick<Config, "databaseUrl" | "databaseTimeoutMs" | "dataDir">;

/** The store that the settings name; one that cannot be reached is tried again for as long as `patienceMs` says. */
export async function openStore(config: StoreConfig, patienceMs = 0): Promise<Store> {
  const { databaseUrl, databaseTimeoutMs, dataDir } = config;
  if (databaseUrl !== undefined)
    return openDatabase(databaseUrl, { timeoutMs: databaseTimeoutMs, patienceMs });
  try {
    return (await import("./sqlite.js")).openSqliteStore(dataDir);
  } catch (error) {
    throw new OperatorError(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}`);
  }
}

/** Opens the audit log for commands that sign. */
export type CommandAudit = Pick<Store, "record" | "close">;

/** The embedded store needs no more than its file for it. */
export async function openAuditLog(config: StoreConfig): Promise<CommandAudit> {
  if (config.databaseUrl !== undefined) return openStore(config);
  mkdirSync(config.dataDir, { recursive: true });
  return fileAuditLog(config.dataDir);
}

interface Patience {
  readonly timeoutMs: number;
  readonly patienceMs: number;
}

async function openDatabase(url: string, { timeoutMs, patienceMs }: Patience): Promise<Store> {
  const { openPostgresStore } = await import("./postgres.js");
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      return await openPostgresStore(url, { timeoutMs });
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      const again = error.kind === "UNREACHABLE" && performance.now() + retryPause < end;
      if (!again) throw new OperatorError(`DATABASE_URL cannot be used: ${error.message}`);
      await sleep(retryPause);
    }
  }
}

const retryPause = 500;
