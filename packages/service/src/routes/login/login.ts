import type { FastifyInstance } from "fastify";
import { checkAccept } from "../../accept.js";
import { available } from "../../authentication.js";
import { countedAddress } from "../../callerAddress.js";
import { hashKey, isActive } from "../../keys.js";
import { limitRate } from "../../limits/limitRate.js";
import { operation } from "../../operation.js";
import { jsonType } from "../../replies.js";
import { Login } from "../../schemas/errors.js";
import type { Service } from "../../service.js";

/** The body of the specification, word for word. */
export const loginRefused = JSON.stringify({
  status: "Unauthorized",
  statusCode: 401,
  reason: "Api key is invalid and/or expired",
});

export function loginRoute(app: FastifyInstance, service: Service): void {
  const limit = limitRate(service.limits, "login", service.config.loginRateLimit, (request) =>
    countedAddress(request.ip),
  );
  app.get("/authentication/login", {
    schema: operation({
      operationId: "login",
      tag: "Authentication",
      summary: "Exchange an API key for an access token",
      description: "The token is valid for 24 hours. Send it as a bearer token on every other request.",
      headers: { "api-key": { description: "The product API key", example: "wfk_..." } },
      ok: { schema: Login, types: ["application/json"] },
      problems: [],
    }),
    config: { types: ["application/json"] },
    onRequest: [limit, checkAccept],
    handler: async (request, reply) => {
      reply.header("cache-control", "no-store").header("content-type", jsonType);
      const keyId = await activeKey(service, request.headers["api-key"]);
      if (keyId === undefined) return reply.code(401).header("www-authenticate", "ApiKey").send(loginRefused);
      const accessToken = await available(() => service.tokens.issue(keyId));
      return reply.send(JSON.stringify({ accessToken }));
    },
  });
}

async function activeKey(
  service: Service,
  header: string | string[] | undefined,
): Promise<string | undefined> {
  if (typeof header !== "string" || header === "" || header.length > 512) return undefined;
  const key = await available(() => service.store.findByHash(hashKey(header)));
  return key !== undefined && isActive(key, service.clock().getTime()) ? key.id : undefined;
}
