export { createKey, hashKey, isActive, seedKey } from "./auth/keys.js";
export { type Config, readConfig } from "./config.js";
export { buildServer, type Server, type ServerOptions } from "./http/server.js";
export { boundHeap } from "./process/bound-heap.js";
export { openSeal } from "./seal/open-seal.js";
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
