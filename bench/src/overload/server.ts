import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { embeddedProvider } from "@withholding-forms/address";
import { loadCatalog } from "@withholding-forms/catalog";
import { boundHeap, buildServer, createKey, openSqliteStore, readConfig } from "@withholding-forms/service";
import { type MachineSample, machineSampler, sharedClock } from "./machine-time.js";

/** Where the service is, and tokens of two keys. */
export interface OverloadServer {
  readonly port: number;
  readonly tokens: readonly [string, string];
}

// The service with its defaults and without limits per key, in a separate process.
boundHeap();
const dataDir = mkdtempSync(join(tmpdir(), "withholding-forms-bench-"));
const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT: "0", LOGIN_RATE_LIMIT: "0", LOG_LEVEL: "warn" });
const store = openSqliteStore(dataDir);
const { app } = await buildServer({
  config,
  store,
  catalog: loadCatalog(),
  addresses: embeddedProvider(),
});
// All of 127.0.0.0/8 reaches it, so that callers can have different addresses.
await app.listen({ host: "0.0.0.0", port: 0, listenTextResolver: () => "listening" });

async function tokenOf(name: string): Promise<string> {
  const { key } = await createKey(store, name, { now: Date.now() });
  const login = await app.inject({ url: "/authentication/login", headers: { "api-key": key } });
  return login.json<{ accessToken: string }>().accessToken;
}

const sample = machineSampler();
let samples: MachineSample[] = [sample()];
/** Often enough to see pauses of a few milliseconds, and so rarely that it costs nothing. */
const sampleMs = 1;
const sampleNow = (): void => {
  if (sharedClock() - samples.at(-1)!.at >= sampleMs) samples.push(sample());
};
app.server.on("request", (_request, response) => {
  sampleNow();
  response.once("finish", sampleNow);
});
setInterval(sampleNow, 5).unref();
/** Any message requests the samples since the last one. */
process.on("message", () => {
  process.send!(samples);
  samples = samples.slice(-1);
});

process.on("disconnect", async () => {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
});
process.send!({
  port: (app.server.address() as AddressInfo).port,
  tokens: [await tokenOf("first"), await tokenOf("second")],
} satisfies OverloadServer);
