export { type AuditEvent, type AuditLog, fileAuditLog } from "./audit.js";
export { type Config, ConfigError, readConfig } from "./config.js";
export { createKey, hashKey, isActive, seedKey } from "./keys/keys.js";
export { openSqliteStore } from "./keys/sqlite.js";
export type { KeyRecord, KeyStore, TokenSecret } from "./keys/store.js";
export { buildServer, type Server, type ServerOptions } from "./server.js";
