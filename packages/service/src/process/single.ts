import { setTimeout as sleep } from "node:timers/promises";
import { openCatalog } from "../app/open-catalog.js";
import type { Config } from "../config.js";
import type { Server } from "../http/server.js";
import { openLimits } from "../limits/open.js";
import { openSeal } from "../seal/open-seal.js";
import { readTrusted } from "../seal/read-trusted.js";
import { openStore, startPatience } from "../store/open.js";
import { announce } from "./announce.js";
import { drainOf } from "./drain.js";
import { listenProblem } from "./listening.js";
import { createAnnouncer, openService, prepareKeys } from "./open-service.js";
import { stopOnSignal } from "./signals.js";

/** The whole service in this process. */
export async function serveAlone(config: Config): Promise<void> {
  // First, so that a damaged file stops the start before anything is made.
  const catalog = openCatalog(config);
  const seal = await openSeal(config);
  const trusted = await readTrusted(config);
  const store = await openStore(config, startPatience);
  await prepareKeys(config, store);
  const server = await openService({
    config,
    catalog,
    store,
    seal,
    trusted,
    limits: await openLimits(config),
  });
  const drain = drainOf(server);
  const announcer = createAnnouncer(config, store, catalog);
  await listen(server, config);
  const { port } = server.app.server.address() as { readonly port: number };
  // Before we report that we are ready: after that, a signal may arrive at any time.
  stopOnSignal(async (notice) => {
    server.stopping();
    await sleep(notice);
    await drain();
    await announcer.withdraw();
    await server.app.close();
  });
  try {
    announce(config, port, await announcer.announcement());
  } catch (error) {
    // A process that listens would not end.
    await server.app.close();
    throw error;
  }
}

async function listen({ app }: Server, config: Config): Promise<void> {
  try {
    await app.listen({ port: config.port, host: config.host, listenTextResolver: () => "listening" });
  } catch (error) {
    throw listenProblem(error as NodeJS.ErrnoException, config);
  }
}
