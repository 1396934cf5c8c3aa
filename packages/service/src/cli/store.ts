import { type Config, ConfigError } from "../config.js";
import { openSqliteStore } from "../keys/sqlite.js";
import type { KeyStore } from "../keys/store.js";

export function openStore(config: Config): KeyStore {
  try {
    return openSqliteStore(config.dataDir);
  } catch (error) {
    throw new ConfigError(`DATA_DIR ${config.dataDir} cannot be used: ${(error as Error).message}`);
  }
}
