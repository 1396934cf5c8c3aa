import type { FieldError } from "@withholding-forms/contract";
import { Login, words } from "@withholding-forms/contract/schemas";
import { Type } from "@withholding-forms/contract/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { available } from "../../../auth/authentication.js";
import { employeeReferencePattern, isEmployeeReference } from "../../../auth/employee-reference.js";
import { hashKey, isActive } from "../../../auth/keys.js";
import { type TokenChoices, tokenLifetimes } from "../../../auth/tokens.js";
import { countedAddress } from "../../../limits/caller-address.js";
import { type LimitHook, rateLimit } from "../../../limits/limit-rate.js";
import { fillIn, messagesIn } from "../../../problems/messages/messages.js";
import { Problem } from "../../../problems/problem.js";
import { type KeyRecord, StoreError, scopes, type TokenScope } from "../../../store/store.js";
import { checkAccept } from "../../hooks/accept.js";
import { chooseLanguage } from "../../language.js";
import { operation } from "../../openapi/operation.js";
import { jsonType } from "../../reply.js";
import type { Service } from "../../service.js";

/** The exact body of the specification. */
export const loginRefused = JSON.stringify({
  status: "Unauthorized",
  statusCode: 401,
  reason: "Api key is invalid and/or expired",
});

/** Seconds. A shorter life would end while a client still fetches its first page. */
const minLifetimeSeconds = 60;

export function loginRoute(app: FastifyInstance, service: Service): void {
  const { count, check } = rateLimit(service.limits, "login", service.config.loginRateLimit, (request) =>
    countedAddress(request.ip),
  );
  /**
   * Slows down guessing by counting failures per network address. A key that we generated cannot be guessed (256 random
   * bits), so failures of other callers at the same address never block it. A key that an operator chose can be, so
   * past the limit it is rejected as well; otherwise a lucky guess would still get through.
   */
  const limit: LimitHook = (request, reply, done) => {
    const key = knownKey(service, request.headers["api-key"]);
    if (key === undefined) count(request, reply, done);
    else if (key.origin === "environment") check(request, reply, done);
    else done();
  };
  app.get("/authentication/login", {
    schema: operation({
      operationId: "login",
      tag: "Authentication",
      summary: "Exchange an API key for an access token",
      description:
        "The token is valid for 24 hours. Send it as a bearer token with every other request. The query parameters are extensions. A token with scope=wizard is meant for a browser: it is valid for 15 minutes by default and one hour at most, and only allows the requests that take an employee from addresses to completed forms. It can sign for anyone whom the page names; with employeeReference, the audit event of each signature says whom the token was issued for.",
      query: {
        scope: Type.Optional({
          ...words(scopes, "What the token allows. The key's own scope by default"),
          examples: ["wizard"],
        }),
        lifetime: Type.Optional(
          Type.Integer({
            examples: [tokenLifetimes.wizard.default / 1000],
            minimum: minLifetimeSeconds,
            maximum: tokenLifetimes.full.max / 1000,
            description: `How many seconds the token is valid. Max ${tokenLifetimes.wizard.max / 1000} for the scope wizard`,
          }),
        ),
        employeeReference: Type.Optional(
          Type.String({
            examples: ["emp-00417"],
            pattern: employeeReferencePattern,
            description:
              "For the scope wizard: your own reference of the employee who gets the token. The audit event of each signature records it. It must mean nothing to others: nine digits, as in a social security or social insurance number, are rejected",
          }),
        ),
      },
      ok: { schema: Login, types: ["application/json"] },
      problems: [403],
    }),
    config: { types: ["application/json"] },
    onRequest: [limit, checkAccept],
    handler: async (request, reply) => {
      reply.header("cache-control", "no-store").header("content-type", jsonType);
      const key = await activeKey(service, request.headers["api-key"]);
      if (key === undefined) return reply.code(401).header("www-authenticate", "ApiKey").send(loginRefused);
      const choices = tokenChoices(request, key.scope);
      const accessToken = await available(() => service.tokens.issue(key.id, choices));
      return reply.send(JSON.stringify({ accessToken, expiresIn: choices.lifetimeMs / 1000 }));
    },
  });
}

async function activeKey(
  service: Service,
  header: string | string[] | undefined,
): Promise<KeyRecord | undefined> {
  if (!mayBeKey(header)) return undefined;
  const key = await available(() => findKey(service, hashKey(header)));
  return key !== undefined && isActive(key, service.clock().getTime()) ? key : undefined;
}

/** What the query asks for, which can be less than what the key allows, but never more. */
function tokenChoices(
  request: FastifyRequest,
  keyScope: TokenScope,
): TokenChoices & { readonly lifetimeMs: number } {
  const query = request.query as Readonly<Record<string, unknown>>;
  const sentences = messagesIn(chooseLanguage(request.headers["accept-language"])).members;
  const errors: FieldError[] = [];
  const scope = scopes.find((one) => one === (query["scope"] ?? keyScope));
  if (scope === undefined) errors.push({ pointer: "scope", code: "INVALID", message: sentences.scope });
  const { max, default: usual } = tokenLifetimes[scope ?? keyScope];
  const lifetimeMs = query["lifetime"] === undefined ? usual : secondsOf(query["lifetime"]) * 1000;
  if (!(lifetimeMs >= minLifetimeSeconds * 1000 && lifetimeMs <= max)) {
    const message = fillIn(sentences.lifetime, { min: minLifetimeSeconds, max: max / 1000 });
    errors.push({ pointer: "lifetime", code: "INVALID", message });
  }
  const { employeeReference } = query;
  if (employeeReference !== undefined && !isEmployeeReference(employeeReference))
    errors.push({ pointer: "employeeReference", code: "INVALID", message: sentences.employeeReference });
  else if (employeeReference !== undefined && scope === "full")
    errors.push({ pointer: "employeeReference", code: "INVALID", message: sentences.employeeReferenceScope });
  if (scope === undefined || errors.length > 0) throw new Problem("INVALID_PARAMETER", { errors });
  if (keyScope === "wizard" && scope === "full") throw new Problem("OUT_OF_SCOPE");
  return { scope, lifetimeMs, ...(isEmployeeReference(employeeReference) ? { employeeReference } : {}) };
}

function secondsOf(value: unknown): number {
  return typeof value === "string" && /^[0-9]{1,6}$/.test(value) ? Number(value) : Number.NaN;
}

/** While another process locks the store, no key can be revoked, so the keys that were read last are still right. */
async function findKey({ store, snapshot }: Service, hash: string): Promise<KeyRecord | undefined> {
  try {
    return await store.findByHash(hash);
  } catch (error) {
    if (error instanceof StoreError && error.kind === "LOCKED" && snapshot.loaded())
      return snapshot.keyByHash(hash);
    throw error;
  }
}

/** An active key that was there when the store was last read; a newer one counts as one failure. */
function knownKey(service: Service, header: string | string[] | undefined): KeyRecord | undefined {
  if (!mayBeKey(header)) return undefined;
  const key = service.snapshot.keyByHash(hashKey(header));
  return key !== undefined && isActive(key, service.clock().getTime()) ? key : undefined;
}

function mayBeKey(header: string | string[] | undefined): header is string {
  return typeof header === "string" && header !== "" && header.length <= 512;
}
