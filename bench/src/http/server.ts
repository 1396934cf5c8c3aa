import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { embeddedProvider } from "@withholding-forms/address";
import { loadCatalog } from "@withholding-forms/catalog";
import {
  boundHeap,
  buildServer,
  createKey,
  openSeal,
  openSqliteStore,
  readConfig,
} from "@withholding-forms/service";
import { fillW4 } from "./requests.js";
import { useContent } from "./use-content.js";

/**
 * The unchanged service in a separate process, with two more routes to compare with: they read a body and ignore it; see
 * `ServerMessage`.
 */
boundHeap();
const dataDir = mkdtempSync(join(tmpdir(), "withholding-forms-bench-"));
const { SEAL_CERTIFICATE, SEAL_KEY } = process.env;
const config = readConfig({
  DATA_DIR: dataDir,
  HOST: "127.0.0.1",
  PORT: "0",
  RATE_LIMIT: "10000000",
  ...(SEAL_CERTIFICATE === undefined ? {} : { SEAL_CERTIFICATE, SEAL_KEY }),
});
const store = openSqliteStore(dataDir);
const catalog = loadCatalog();
let completed = "";
const types = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
const { app } = await buildServer({
  config,
  store,
  catalog,
  addresses: embeddedProvider(),
  seal: await openSeal(config),
  // A busy machine must not cause rejections.
  maxQueued: Number.POSITIVE_INFINITY,
  routes: (scope) => {
    const config = { types: ["application/json"] };
    const method = ["GET", "POST"];
    scope.route({
      method,
      url: "/empty",
      config,
      handler: async (_request, reply) => reply.headers(types).send("{}"),
    });
    scope.route({
      method,
      url: "/constant",
      config,
      handler: async (_request, reply) => reply.headers(types).send(completed),
    });
  },
});
await app.listen({ host: config.host, port: config.port, listenTextResolver: () => "listening" });

const { key } = await createKey(store, "bench", { now: Date.now() });
const login = await app.inject({ url: "/authentication/login", headers: { "api-key": key } });
const token = String(login.json<{ accessToken: string }>().accessToken);
const authorization = `Bearer ${token}`;
const reply = await app.inject({
  method: "POST",
  url: "/v1/fillPdf",
  headers: { authorization },
  payload: fillW4("SIGN"),
});
if (reply.statusCode !== 200) throw new Error(reply.body);
completed = Buffer.from(reply.body).toString();
await useContent(catalog, async (path, language) => {
  const url = `/v1${path}`;
  const response = await app.inject({ url, headers: { authorization, "accept-language": language } });
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.body}`);
});

/** Messages of the process: first its URL, then its resource usage whenever it is requested. */
export type ServerMessage =
  | { readonly port: number; readonly token: string; readonly size: number }
  | { readonly cpu: number; readonly rss: number };

const tell = (message: ServerMessage): boolean => process.send!(message);
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  tell({ cpu: user + system, rss: process.memoryUsage.rss() });
});
process.on("disconnect", async () => {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
});
tell({ port: (app.server.address() as AddressInfo).port, token, size: completed.length });
