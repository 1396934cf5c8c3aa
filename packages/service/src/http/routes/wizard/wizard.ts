import type { FastifyInstance } from "fastify";
import { available } from "../../../auth/authentication.js";
import { createKey, isActive } from "../../../auth/keys.js";
import { countedAddress } from "../../../limits/caller-address.js";
import { limitRate } from "../../../limits/limit-rate.js";
import { Problem } from "../../../problems/problem.js";
import { sendConstant, sendJson } from "../../reply.js";
import type { Service } from "../../service.js";
import type { Site } from "./site.js";

const forever = "public, max-age=31536000, immutable";
const demoKeyName = "wizard demo";
const demoKeyLifetime = 30 * 24 * 60 * 60 * 1000;

/**
 * The wizard's files and a token for trying it. Never registered in production, because anyone may request the token.
 */
export function wizardRoutes(app: FastifyInstance, service: Service, site: Site | undefined): void {
  const options = { schema: { hide: true } };

  app.get<{ Params: { file: string } }>("/assets/:file", options, async (request, reply) => {
    const asset = site?.assets.get(request.params.file);
    if (asset === undefined) throw new Problem("NOT_FOUND");
    return sendConstant(request, reply, asset, forever);
  });

  const limit = limitRate(service.limits, "demo", service.config.loginRateLimit, (request) =>
    countedAddress(request.ip),
  );
  app.get("/demo/token", { ...options, onRequest: limit }, async (_request, reply) => {
    const keyId = await available(() => demoKey(service));
    const accessToken = await available(() => service.tokens.issue(keyId, { scope: "wizard" }));
    return sendJson(reply, JSON.stringify({ accessToken, basePath: service.config.basePath }));
  });
}

/**
 * A separate key, so that trying the wizard counts against no other key's quota or audit log, and outlives the demo key
 * of a restart.
 */
async function demoKey({ store, clock }: Service): Promise<string> {
  const now = clock().getTime();
  const known = (await store.list()).find(
    (key) =>
      key.origin === "demo" && key.name === demoKeyName && key.scope === "wizard" && isActive(key, now),
  );
  if (known !== undefined) return known.id;
  const choices = { now, expiresAt: now + demoKeyLifetime, origin: "demo", scope: "wizard" } as const;
  return (await createKey(store, demoKeyName, choices)).record.id;
}
