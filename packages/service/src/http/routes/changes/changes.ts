import { isDay } from "@withholding-forms/catalog";
import { ChangesResponse } from "@withholding-forms/contract/schemas";
import { Type } from "@withholding-forms/contract/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { today } from "../../../app/clock.js";
import { messagesIn } from "../../../problems/messages/messages.js";
import { Problem } from "../../../problems/problem.js";
import { chooseLanguage } from "../../language.js";
import { acceptLanguage, operation } from "../../openapi/operation.js";
import { sendDaily } from "../../reply.js";
import type { Service } from "../../service.js";

export function changesRoute(app: FastifyInstance, service: Service): void {
  app.get("/changes", {
    schema: operation({
      operationId: "changes",
      tag: "Forms",
      summary: "Form versions that changed since a date",
      description:
        "Form versions that took effect, were deprecated, or were retired on or after a date, and those that are scheduled. Dates are the effective dates of the versions. A version that was added to the service after its effective date has that earlier date, so also compare getAllFormsCatalog.",
      query: {
        since: Type.String({
          format: "date",
          description: "First day, YYYY-MM-DD",
          examples: ["2026-01-01"],
        }),
      },
      headers: acceptLanguage,
      ok: { schema: ChangesResponse, types: ["application/json"], headers: ["Content-Language"] },
      constant: true,
      compressed: true,
      problems: [403],
    }),
    config: { types: ["application/json"] },
    handler: async (request, reply) => {
      const since = sinceOf(request);
      const day = today(service);
      return sendDaily(request, reply, service.constants, { key: `changes ${day} ${since}` }, () => ({
        since,
        changes: service.catalog.changes(since, day),
      }));
    },
  });
}

function sinceOf(request: FastifyRequest): string {
  const { since } = request.query as Readonly<Record<string, unknown>>;
  if (typeof since === "string" && isDay(since)) return since;
  const { members } = messagesIn(chooseLanguage(request.headers["accept-language"]));
  const code = since === undefined || since === "" ? "REQUIRED" : "INVALID";
  throw new Problem("INVALID_PARAMETER", { errors: [{ pointer: "since", code, message: members.since }] });
}
