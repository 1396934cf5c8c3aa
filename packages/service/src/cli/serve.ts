import { setTimeout as sleep } from "node:timers/promises";
import { censusProvider, embeddedProvider } from "@withholding-forms/address";
import type { Catalog } from "@withholding-forms/catalog";
import { type Config, ConfigError, readConfig } from "../config.js";
import { createKey, isActive, seedKey } from "../keys.js";
import { buildServer, type Server } from "../server.js";
import type { Store } from "../store/store.js";
import { startTracing } from "../tracing.js";
import { currentDay, openCatalog } from "./catalog.js";
import { openStore, startPatience } from "./store.js";

/** Starts the HTTP service and says where it is. */
export async function serve(): Promise<void> {
  const config = readConfig(process.env);
  // First, so that a damaged file stops the start before anything is made.
  const catalog = openCatalog();
  const store = await openStore(config, startPatience);
  const server = await buildServer({
    config,
    store,
    catalog,
    addresses: config.addressProvider === "census" ? censusProvider() : embeddedProvider(),
    ...(config.tracing === undefined ? {} : { tracing: await startTracing(config.tracing) }),
  });
  const demoKey = await prepareKeys(config, store);
  await listen(server, config);
  announce(server, config, demoKey, await hasKey(store), agencyForms(catalog));
  drainOnSignal(server);
}

const demoLifetime = 30 * 24 * 60 * 60 * 1000;

/**
 * API_KEY is made known. Where every usable key is an earlier demo key, whose text nobody can look up again, a new demo
 * key is made, but never in production.
 */
async function prepareKeys(config: Config, store: Store): Promise<string | undefined> {
  const now = Date.now();
  if (config.apiKey !== undefined) await seedKey(store, config.apiKey, now);
  const usable = (await store.list()).filter((key) => isActive(key, now));
  if (config.production || usable.some(({ origin }) => origin !== "demo")) return undefined;
  return (await createKey(store, "demo", { now, expiresAt: now + demoLifetime, origin: "demo" })).key;
}

async function hasKey(store: Store): Promise<boolean> {
  return (await store.list()).some((key) => isActive(key, Date.now()));
}

async function listen({ app }: Server, config: Config): Promise<void> {
  try {
    await app.listen({ port: config.port, host: config.host, listenTextResolver: () => "listening" });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") throw new ConfigError(`PORT ${config.port} is already in use.`);
    throw new ConfigError(`The service cannot listen on ${config.host}, port ${config.port}: ${message}`);
  }
}

function announce(
  { app }: Server,
  config: Config,
  demoKey: string | undefined,
  anyKey: boolean,
  agencyForms: readonly string[],
): void {
  const { port } = app.server.address() as { readonly port: number };
  const url = config.publicUrl ?? `http://localhost:${port}`;
  const lines = [
    "Withholding Forms is ready.",
    `  start page   ${url}/`,
    `  interface    ${url}/docs/`,
    `  login        ${url}/authentication/login`,
    `  service      ${url}${config.basePath}`,
  ];
  if (agencyForms.length > 0) lines.push(`  agency files ${agencyForms.join(", ")}`);
  if (demoKey !== undefined) lines.push(`  demo API key ${demoKey}  (made for this start, good for 30 days)`);
  if (!anyKey) lines.push("  There is no API key yet: withholding-forms keys create <name>");
  console.log(lines.join("\n"));
}

/** The form versions that are filled on the agency's own file. */
function agencyForms(catalog: Catalog): string[] {
  const day = currentDay();
  return catalog
    .formIds(day)
    .flatMap((id) => catalog.versions(id, day))
    .flatMap(({ id, version, edition }) => (edition === undefined ? [] : [`${id} ${version}`]));
}

/** For as long a balancer may not have noticed that readiness has ended, requests are still taken. */
const noticeTime = 3000;
const longestDrain = 30_000;

/** SIGTERM drains; SIGINT, a person at the keyboard, does not wait for balancers. A second signal forces the end. */
function drainOnSignal({ app, stopping }: Server): void {
  let asked = false;
  const stop = async (notice: number): Promise<void> => {
    if (asked) process.exit(1);
    asked = true;
    stopping();
    setTimeout(() => process.exit(1), notice + longestDrain).unref();
    await sleep(notice);
    await app.close();
    process.exit(0);
  };
  process.on("SIGTERM", () => stop(noticeTime));
  process.on("SIGINT", () => stop(0));
}
