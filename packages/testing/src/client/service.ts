import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { embeddedProvider } from "@withholding-forms/address";
import { type Catalog, loadCatalog } from "@withholding-forms/catalog";
import { buildServer, createKey, openSqliteStore, readConfig } from "@withholding-forms/service";
import { afterAll } from "vitest";

export interface TestService {
  readonly origin: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Requests so far, as `GET /v1/getAllFormIds`. */
  readonly requests: readonly string[];
  /** Number of requests for this path, without its query. */
  count(path: string): number;
  setTime(time: Date): void;
  description(): object;
}

let catalog: Catalog | undefined;

/** The real service with the real content, listening. Closed after the file's tests. */
export async function startService(env: Readonly<Record<string, string>> = {}): Promise<TestService> {
  catalog ??= loadCatalog();
  const dataDir = mkdtempSync(join(tmpdir(), "withholding-forms-client-"));
  const store = openSqliteStore(dataDir);
  let time = new Date("2026-11-16T18:30:00Z");
  const { app } = await buildServer({
    config: readConfig({
      NODE_ENV: "test",
      DATA_DIR: dataDir,
      LOG_LEVEL: "silent",
      RATE_LIMIT: "0",
      LOGIN_RATE_LIMIT: "0",
      ...env,
    }),
    catalog,
    store,
    addresses: embeddedProvider(),
    clock: () => time,
    // The machine is shared: a slow run must not cause rejections.
    maxQueueDelayMs: 60_000,
  });
  const { key } = await createKey(store, "client test", { now: time.getTime() });
  const requests: string[] = [];
  app.server.on("request", ({ method, url }) => requests.push(`${method} ${url}`));
  await app.listen({ host: "127.0.0.1", port: 0 });
  afterAll(async () => {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    origin,
    baseUrl: `${origin}/v1`,
    apiKey: key,
    requests,
    count: (path) => requests.filter((request) => request.split(" ")[1]?.split("?")[0] === path).length,
    setTime(to) {
      time = to;
    },
    description: () => app.swagger(),
  };
}
