import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../config.js";
import { drainOf } from "../drain.js";
import { openLimits } from "../limits/open.js";
import { listenProblem, longestDrain, noticeTime } from "../listening.js";
import type { Server } from "../server.js";
import { announce } from "./announce.js";
import { openCatalog } from "./catalog.js";
import { openService, prepareKeys } from "./openService.js";

/** The whole service in this process. */
export async function serveAlone(config: Config): Promise<void> {
  // First, so that a damaged file stops the start before anything is made.
  const catalog = openCatalog();
  const { server, store } = await openService({ config, catalog, limits: await openLimits(config) });
  const announcement = await prepareKeys(config, store, catalog);
  const drain = drainOf(server);
  await listen(server, config);
  const { port } = server.app.server.address() as { readonly port: number };
  // Before it is said that we are ready: whoever hears it may already send a signal.
  drainOnSignal(server, drain);
  announce(config, port, announcement);
}

async function listen({ app }: Server, config: Config): Promise<void> {
  try {
    await app.listen({ port: config.port, host: config.host, listenTextResolver: () => "listening" });
  } catch (error) {
    throw listenProblem(error as NodeJS.ErrnoException, config);
  }
}

/** SIGTERM drains; SIGINT, a person at the keyboard, does not wait for balancers. A second signal forces the end. */
function drainOnSignal({ app, stopping }: Server, drain: () => Promise<void>): void {
  let asked = false;
  const stop = async (notice: number): Promise<void> => {
    if (asked) process.exit(1);
    asked = true;
    stopping();
    setTimeout(() => process.exit(1), notice + longestDrain).unref();
    await sleep(notice);
    await drain();
    await app.close();
    process.exit(0);
  };
  process.on("SIGTERM", () => stop(noticeTime));
  process.on("SIGINT", () => stop(0));
}
