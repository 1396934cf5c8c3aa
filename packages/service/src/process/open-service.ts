import { censusProvider, embeddedProvider } from "@withholding-forms/address";
import type { Catalog, FormVersion } from "@withholding-forms/catalog";
import { systemClock, today } from "../app/clock.js";
import { createKey, isActive, seedKey } from "../auth/keys.js";
import type { Config } from "../config.js";
import { buildServer, type Server, type ServerOptions } from "../http/server.js";
import type { Limits } from "../limits/counter.js";
import type { Seal } from "../seal/open-seal.js";
import type { Store } from "../store/store.js";
import { startTracing } from "../telemetry/tracing.js";
import type { Announcement } from "./announce.js";
import { boundHeap } from "./bound-heap.js";

export interface OpenOptions extends Pick<ServerOptions, "gather" | "trust"> {
  readonly config: Config;
  readonly catalog: Catalog;
  readonly store: Store;
  readonly limits: Limits;
  readonly seal: Seal | undefined;
}

/** Builds the service from its configuration. */
export async function openService(options: OpenOptions): Promise<Server> {
  const { config } = options;
  boundHeap();
  const server = await buildServer({
    ...options,
    addresses: config.addressProvider === "census" ? censusProvider() : embeddedProvider(),
    ...(config.tracing === undefined ? {} : { tracing: await startTracing(config.tracing) }),
  });
  await server.app.ready();
  return server;
}

const demoLifetime = 30 * 24 * 60 * 60 * 1000;

/** API_KEY and SANDBOX_API_KEY are made known, before the first caller can use them. */
export async function prepareKeys(config: Config, store: Store): Promise<void> {
  if (config.apiKey !== undefined) await seedKey(store, config.apiKey, Date.now());
  if (config.sandboxApiKey !== undefined) await seedKey(store, config.sandboxApiKey, Date.now(), true);
}

export interface Announcer {
  announcement(): Promise<Announcement>;
  /** At an orderly end: the demo key of this start ends with it. */
  withdraw(): Promise<void>;
}

/**
 * Runs only when the service listens: if every usable key is a demo key, whose text cannot be looked up again, creates
 * a new one, but never in production. A failed start would leave a key that was never shown. Only its own key is
 * withdrawn: other instances on the same store may be using theirs.
 */
export function createAnnouncer(config: Config, store: Store, catalog: Catalog): Announcer {
  let own: string | undefined;
  return {
    async announcement() {
      const now = Date.now();
      const usable = (await store.list()).filter((key) => isActive(key, now));
      const wanted = !config.production && usable.every(({ origin }) => origin === "demo");
      const demo = { now, expiresAt: now + demoLifetime, origin: "demo" } as const;
      const made = wanted ? await createKey(store, "demo", demo) : undefined;
      own = made?.record.id;
      return { demoKey: made?.key, anyKey: usable.length > 0, ...agencyForms(catalog) };
    },
    async withdraw() {
      // An unreachable store must not prevent the exit; the key then expires by its date.
      if (own !== undefined) await store.revoke(own, Date.now()).catch(() => {});
    },
  };
}

/** The form versions that are filled on the agency's own file; and the current ones that should be. */
function agencyForms(catalog: Catalog): Pick<Announcement, "agencyForms" | "paraphrased"> {
  const day = today(systemClock);
  const versions = catalog.formIds(day).flatMap((id) => catalog.versions(id, day));
  const named = (forms: readonly FormVersion[]): string[] =>
    forms.map(({ id, version }) => `${id} ${version}`);
  return {
    agencyForms: named(versions.filter(({ edition }) => edition !== undefined)),
    paraphrased: named(
      versions.filter(
        ({ id, version, edition, agencyAddress }) =>
          edition === undefined && agencyAddress !== undefined && latestVersion(catalog, id, day) === version,
      ),
    ),
  };
}

function latestVersion(catalog: Catalog, id: string, day: string): string | undefined {
  const found = catalog.find(id, undefined, day);
  return typeof found === "string" ? undefined : found.form.version;
}
