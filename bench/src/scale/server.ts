import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { embeddedProvider } from "@withholding-forms/address";
import { loadCatalog } from "@withholding-forms/catalog";
import { boundHeap, buildServer, openSqliteStore, readConfig } from "@withholding-forms/service";
import { useForm } from "../use-form.js";

/** What one start cost, and the memory of the process, in bytes, with nothing and with some forms in use. */
export interface ScaleReport {
  readonly cpuMs: number;
  readonly rssAtStart: number;
  readonly rssInUse: number;
}

// The service with the artifact and the form ids of its command line, in a separate process.
const [artifact, ...inUse] = process.argv.slice(2);
boundHeap();
const dataDir = mkdtempSync(join(tmpdir(), "withholding-forms-bench-"));
const config = readConfig({ DATA_DIR: dataDir, HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "warn" });
const catalog = loadCatalog(artifact);
const store = openSqliteStore(dataDir);
const { app } = await buildServer({ config, store, catalog, addresses: embeddedProvider() });
await app.listen({ host: config.host, port: config.port, listenTextResolver: () => "listening" });
const { user, system } = process.cpuUsage();
const rssAtStart = memory();

const today = new Date().toISOString().slice(0, 10);
for (const id of inUse) {
  const found = catalog.find(id, undefined, today);
  if (typeof found === "string") throw new Error(`${id}: ${found}`);
  useForm(found.form, "en");
}
const report: ScaleReport = { cpuMs: (user + system) / 1000, rssAtStart, rssInUse: memory() };
await app.close();
rmSync(dataDir, { recursive: true, force: true });
process.send!(report, undefined, undefined, () => process.exit(0));

function memory(): number {
  // Memory that is not collected yet is random.
  globalThis.gc!();
  return process.memoryUsage.rss();
}
