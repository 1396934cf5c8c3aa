import { setTimeout as sleep } from "node:timers/promises";
import { defined } from "@withholding-forms/interview";
import { openCatalog } from "../app/open-catalog.js";
import type { Config } from "../config.js";
import type { Server } from "../http/server.js";
import { openLimits } from "../limits/open.js";
import { OperatorError } from "../operator-error.js";
import { openSeal } from "../seal/open-seal.js";
import { readTrust } from "../seal/read-trust.js";
import { openStore, startPatience } from "../store/open.js";
import { announce } from "./announce.js";
import type { Channel } from "./channel.js";
import { drainOf } from "./drain.js";
import { createAnnouncer, openService, prepareKeys } from "./open-service.js";
import { stopOnSignal } from "./signals.js";

/** Runs the service in this process, alone or as a worker with a channel to its primary. */
export async function runService(config: Config, channel?: Channel): Promise<void> {
  const isFirst = channel?.isFirst ?? true;
  // First, so that a damaged file stops the start before anything is created.
  const catalog = openCatalog(config);
  const seal = await openSeal(config);
  const trust = await readTrust(config);
  const store = await openStore(config, startPatience);
  if (isFirst) await prepareKeys(config, store);
  const server = await openService({
    config,
    catalog,
    store,
    seal,
    trust,
    limits: await openLimits(config, channel?.take),
    ...defined({ gather: channel?.gather }),
  });
  channel?.report(server.metrics);
  const drain = drainOf(server);
  const announcer = createAnnouncer(config, store, catalog);
  const stop = async (noticeMs: number): Promise<void> => {
    server.stopping();
    await sleep(noticeMs);
    await drain();
    await announcer.withdraw();
    await server.app.close();
  };
  // Once the primary knows that this worker listens, it may stop it at any time.
  channel?.onStop(stop);
  await listen(server, config);
  // Before the start is announced: after that, a signal may arrive at any time.
  if (channel === undefined) stopOnSignal(stop);
  if (!isFirst) return;
  store.prepareLookups();
  const { port } = server.app.server.address() as { readonly port: number };
  try {
    announce(config, port, await announcer.announcement());
  } catch (error) {
    // A process that listens would not exit.
    await server.app.close();
    throw error;
  }
}

async function listen({ app }: Server, config: Config): Promise<void> {
  const { host, port } = config;
  try {
    await app.listen({ port, host, listenTextResolver: () => "listening" });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new OperatorError(
      code === "EADDRINUSE"
        ? `PORT ${port} is already in use. Set PORT to a free one.`
        : `The service cannot listen on ${host}, port ${port}: ${message}`,
    );
  }
}
