import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { embeddedProvider } from "@withholding-forms/address";
import { type Catalog, loadCatalog } from "@withholding-forms/catalog";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { afterAll } from "vitest";
import { createKey } from "../../../service/src/auth/keys.js";
import { type Config, readConfig } from "../../../service/src/config.js";
import { buildServer, type Server, type ServerOptions } from "../../../service/src/http/server.js";
import { openSqliteStore } from "../../../service/src/store/sqlite.js";
import { timeLimits } from "../time-limits.js";
import { conforms } from "./conforms.js";

/** Half past six in the evening in UTC: still the same day everywhere in North America. */
export const testTime = new Date("2026-11-16T18:30:00Z");

export interface TestServer {
  readonly app: FastifyInstance;
  readonly server: Server;
  readonly options: ServerOptions;
  readonly dataDir: string;
  /** A usable API key and a token of it. */
  readonly apiKey: string;
  readonly keyId: string;
  readonly token: string;
  /** Everything logged so far. */
  log(): string;
  audit(): string;
  /** Moves the service's clock. */
  setTime(time: Date): void;
  /** A request with a token that is valid at the service's time, checked against the API description. */
  call(request: InjectOptions & { readonly url: string }): Promise<LightMyRequestResponse>;
}

let loaded: Catalog | undefined;

/** The real content, compiled by `npm run build`. */
export function testCatalog(): Catalog {
  loaded ??= loadCatalog();
  return loaded;
}

export interface TestChoices {
  readonly env?: Readonly<Record<string, string>>;
  readonly options?: Partial<ServerOptions>;
}

/** A whole service on real content, in a separate folder, with a stopped clock. Closed after the file's tests. */
export async function startTestServer({ env = {}, options = {} }: TestChoices = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), "withholding-forms-"));
  const config: Config = readConfig({
    ...timeLimits,
    NODE_ENV: "test",
    DATA_DIR: dataDir,
    PUBLIC_URL: "https://forms.example.com",
    RATE_LIMIT: "0",
    LOGIN_RATE_LIMIT: "0",
    ...env,
  });
  const lines: string[] = [];
  let time = testTime;
  const store = options.store ?? openSqliteStore(dataDir);
  const all: ServerOptions = {
    config,
    catalog: testCatalog(),
    store,
    addresses: embeddedProvider(),
    clock: () => time,
    log: { write: (line) => lines.push(line) },
    // Tests share their machine; only those of overload and of late images want requests to be rejected.
    maxQueued: Number.POSITIVE_INFINITY,
    maxImageWaitMs: 0,
    metricsMaxAgeMs: 0,
    ...options,
  };
  const { key: apiKey, record } = await createKey(store, "test", { now: time.getTime() });
  const server = await buildServer(all);
  const { app } = server;
  await app.ready();
  const login = async (): Promise<string> => {
    const reply = await app.inject({ url: "/authentication/login", headers: { "api-key": apiKey } });
    return String(reply.json<{ accessToken: string }>().accessToken);
  };
  const token = await login();
  // A token is good for the time it was given at, and a day more.
  let current = { token, time };
  afterAll(async () => {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const auditFile = join(dataDir, "audit.jsonl");
  return {
    app,
    server,
    options: all,
    dataDir,
    apiKey,
    keyId: record.id,
    token,
    log: () => lines.join(""),
    // The file is created with the first event.
    audit: () => (existsSync(auditFile) ? readFileSync(auditFile, "utf8") : ""),
    setTime(to) {
      time = to;
    },
    async call(request) {
      if (current.time !== time) current = { token: await login(), time };
      const headers = { authorization: `Bearer ${current.token}`, ...request.headers };
      const response = await app.inject({ ...request, headers });
      conforms(app, request, response);
      return response;
    },
  };
}
