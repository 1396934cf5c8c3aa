import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AddressProvider, embeddedProvider } from "@withholding-forms/address";
import { type Catalog, loadCatalog } from "@withholding-forms/catalog";
import { buildServer, openSqliteStore, readConfig } from "@withholding-forms/service";
import { timeLimits } from "../time-limits.js";

export interface BuiltOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The content of the build by default. */
  readonly catalog?: Catalog;
  readonly clock?: () => Date;
  readonly addresses?: AddressProvider;
}

/** In the past, so that no version of a form that is published from now on is current at this time. */
export const pastTime = new Date("2026-02-02T18:30:00Z");

let loaded: Catalog | undefined;

/** The built service with the content of the build, in this process, listening on a free port. */
export async function listen({ env = {}, catalog, clock = () => pastTime, addresses }: BuiltOptions) {
  loaded ??= loadCatalog();
  const dataDir = mkdtempSync(join(tmpdir(), "withholding-forms-listening-"));
  const store = openSqliteStore(dataDir);
  const { app } = await buildServer({
    config: readConfig({
      ...timeLimits,
      NODE_ENV: "test",
      DATA_DIR: dataDir,
      LOG_LEVEL: "silent",
      RATE_LIMIT: "0",
      LOGIN_RATE_LIMIT: "0",
      ...env,
    }),
    catalog: catalog ?? loaded,
    store,
    addresses: addresses ?? embeddedProvider(),
    clock,
    // The machine is shared: a slow run must not cause rejections.
    maxQueued: Number.POSITIVE_INFINITY,
    maxImageWaitMs: 0,
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    app,
    dataDir,
    store,
    port: (app.server.address() as AddressInfo).port,
    async close(): Promise<void> {
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
