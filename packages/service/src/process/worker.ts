import { openCatalog } from "../app/open-catalog.js";
import { readConfig } from "../config.js";
import { openLimits } from "../limits/open.js";
import { openSeal } from "../seal/open-seal.js";
import { readTrusted } from "../seal/read-trusted.js";
import { openStore, startPatience } from "../store/open.js";
import { guardProcess } from "./guard.js";
import { type Line, openLine } from "./line.js";
import { createAnnouncer, openService, prepareKeys } from "./open-service.js";
import { workerOrders } from "./orders.js";

// The program of a worker process, started by the primary of `serve --workers`.

guardProcess();
const line = openLine();
try {
  await work(line);
} catch (error) {
  await line.failed(error);
  process.exit(1);
}

async function work({ loaded, prepared, ready, limits, port, gather }: Line): Promise<void> {
  const config = readConfig(process.env);
  const catalog = openCatalog(config);
  const seal = await openSeal(config);
  const trusted = await readTrusted(config);
  const isFirst = await loaded();
  const store = await openStore(config, startPatience);
  if (isFirst) {
    await prepareKeys(config, store);
    prepared();
  }
  const server = await openService({
    config,
    catalog,
    store,
    seal,
    trusted,
    limits: await openLimits(config, limits),
    port,
    gather,
  });
  ready(server.app.server, workerOrders(server, createAnnouncer(config, store, catalog)));
}
