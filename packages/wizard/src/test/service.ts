import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { embeddedProvider } from "@withholding-forms/address";
import { loadCatalog } from "@withholding-forms/catalog";
import { buildServer, openSqliteStore, readConfig } from "@withholding-forms/service";

export interface TestService {
  readonly origin: string;
  close(): Promise<void>;
}

/** The real service on the real content, with the built wizard at `/`. */
export async function startService(): Promise<TestService> {
  const dataDir = mkdtempSync(join(tmpdir(), "withholding-forms-wizard-"));
  const { app } = await buildServer({
    config: readConfig({
      NODE_ENV: "test",
      DATA_DIR: dataDir,
      LOG_LEVEL: "silent",
      RATE_LIMIT: "0",
      LOGIN_RATE_LIMIT: "0",
    }),
    catalog: loadCatalog(),
    store: openSqliteStore(dataDir),
    addresses: embeddedProvider(),
    // The machine is shared: being slow must not turn into being turned away.
    maxQueueDelayMs: 60_000,
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    origin: `http://localhost:${(app.server.address() as AddressInfo).port}`,
    async close() {
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
