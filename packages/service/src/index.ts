export { boundHeap } from "./boundHeap.js";
export { type Config, ConfigError, readConfig } from "./config.js";
export { createKey, hashKey, isActive, seedKey } from "./keys.js";
export { buildServer, type Server, type ServerOptions } from "./server.js";
export type { AuditEvent } from "./store/audit-event.js";
export { openPostgresStore } from "./store/postgres.js";
export { openSqliteStore } from "./store/sqlite.js";
export {
  type AuditLog,
  type KeyRecord,
  type Store,
  StoreError,
  type TokenSecret,
} from "./store/store.js";
