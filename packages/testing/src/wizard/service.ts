import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { embeddedProvider } from "@withholding-forms/address";
import { type Catalog, loadCatalog } from "@withholding-forms/catalog";
import { buildServer, openSqliteStore, readConfig } from "@withholding-forms/service";

export interface TestService {
  readonly origin: string;
  /** The published OpenAPI description. */
  description(): object;
  close(): Promise<void>;
}

/** The real service with the real content, with the built wizard at `/`. `uncovered`: a jurisdiction without forms. */
export async function startService(uncovered?: string): Promise<TestService> {
  const dataDir = mkdtempSync(join(tmpdir(), "withholding-forms-wizard-"));
  const { app } = await buildServer({
    config: readConfig({
      NODE_ENV: "test",
      DATA_DIR: dataDir,
      LOG_LEVEL: "silent",
      RATE_LIMIT: "0",
      LOGIN_RATE_LIMIT: "0",
    }),
    catalog: without(uncovered, loadCatalog()),
    store: openSqliteStore(dataDir),
    addresses: embeddedProvider(),
    // The machine is shared: a slow run must not cause rejections.
    maxQueueDelayMs: 60_000,
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    origin: `http://localhost:${(app.server.address() as AddressInfo).port}`,
    description: () => app.swagger(),
    async close() {
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The catalog as it was before a place's forms were written: one day there is no such place in the content. */
function without(code: string | undefined, catalog: Catalog): Catalog {
  if (code === undefined) return catalog;
  return {
    ...catalog,
    applicable(home, works, day) {
      const { flows, forms, problems } = catalog.applicable(home, works, day);
      const missing = [home, ...works]
        .filter(({ region }) => region === code)
        .map(
          ({ addressId }) => ({ addressId, code: "JURISDICTION_NOT_COVERED", jurisdiction: code }) as const,
        );
      return {
        flows: flows.filter(({ locality }) => locality !== code),
        forms,
        problems: [...problems, ...missing],
      };
    },
  };
}
