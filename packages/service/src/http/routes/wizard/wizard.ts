import type { FastifyInstance } from "fastify";
import { available } from "../../../auth/authentication.js";
import { createKey, isActive } from "../../../auth/keys.js";
import { countedAddress } from "../../../limits/caller-address.js";
import { limitRate } from "../../../limits/limit-rate.js";
import { Problem } from "../../../problems/problem.js";
import { sendConstant, sendJson } from "../../reply.js";
import type { Service } from "../../service.js";
import { personOf } from "../pages/start.js";
import { readSite } from "./site.js";

const forever = "public, max-age=31536000, immutable";
const demoKeyName = "wizard demo";
const demoKeyLifetime = 30 * 24 * 60 * 60 * 1000;

/**
 * Pages with the wizard, its files, and a token for trying it. Never registered in production, because anyone may request the
 * token. False where the wizard was not built.
 */
export function wizardRoutes(app: FastifyInstance, service: Service): boolean {
  const options = { schema: { hide: true } };
  const site = readSite();
  for (const [name, page] of site?.pages ?? [])
    app.get(`/${name}`, options, async (request, reply) => {
      reply.header("content-security-policy", policyOfWizard(service.publicUrl()));
      return sendConstant(request, reply, page, "no-cache");
    });

  app.get<{ Params: { file: string } }>("/assets/:file", options, async (request, reply) => {
    const asset = site?.assets.get(request.params.file);
    if (asset === undefined) throw new Problem("NOT_FOUND");
    return sendConstant(request, reply, asset, forever);
  });

  const limit = limitRate(service.limits, "demo", service.config.loginRateLimit, (request) =>
    countedAddress(request.ip),
  );
  app.get<{ Querystring: { as?: unknown } }>(
    "/demo/token",
    { ...options, onRequest: limit },
    async (request, reply) => {
      const keyId = await available(() => demoKey(service));
      const accessToken = await available(() => service.tokens.issue(keyId, { scope: "wizard" }));
      const { basePath } = service.config;
      return sendJson(reply, JSON.stringify({ accessToken, basePath, person: personOf(request.query.as) }));
    },
  );
  return site !== undefined;
}

/**
 * The wizard's styles are constructed in script, which a policy without unsafe-inline allows. A preview is a PDF made in
 * the page: frame-src shows it, and object-src lets browsers whose viewer is a plug-in draw it.
 */
function policyOfWizard(publicUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' ${new URL(publicUrl).origin}`,
    "connect-src 'self'",
    "frame-src blob:",
    "object-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join(";");
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
