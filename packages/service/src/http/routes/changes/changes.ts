import { type ChangesChoice, isDay } from "@withholding-forms/catalog";
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
      summary: "Form versions that changed",
      description:
        "Form versions that took effect, were corrected, deprecated, or retired, and those that are scheduled: all of them, those on or after a date, or those that are new since an earlier request. Store the cursor of each response, and send it with the next request. Then a version that was added after its effective date is not missed.",
      query: {
        since: Type.Optional(
          Type.String({
            format: "date",
            description: "First day, YYYY-MM-DD",
            examples: ["2026-01-01"],
          }),
        ),
        cursor: Type.Optional(
          Type.String({
            pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}\\.[0-9]{1,9}$",
            description: "The cursor of an earlier response",
            examples: ["2000-01-01.0"],
          }),
        ),
      },
      headers: acceptLanguage,
      ok: { schema: ChangesResponse, types: ["application/json"], headers: ["Content-Language"] },
      constant: true,
      compressed: true,
      problems: [403],
    }),
    config: { types: ["application/json"] },
    handler: async (request, reply) => {
      const choice = choiceOf(request);
      const day = today(service);
      const cursor = `${day}.${service.catalog.publications}`;
      const key = `changes ${day} ${JSON.stringify(choice)}`;
      return sendDaily(request, reply, service.constants, { key }, () => ({
        since: choice.since,
        cursor,
        changes: service.catalog.changes(choice, day),
      }));
    },
  });
}

function choiceOf(request: FastifyRequest): ChangesChoice {
  const { since, cursor } = request.query as Readonly<Record<string, unknown>>;
  const [, day = "", publications] = /^(.{10})\.([0-9]{1,9})$/.exec(String(cursor)) ?? [];
  const { members } = messagesIn(chooseLanguage(request.headers["accept-language"]));
  const refused = (pointer: "since" | "cursor"): Problem =>
    new Problem("INVALID_PARAMETER", { errors: [{ pointer, code: "INVALID", message: members[pointer] }] });
  if (since !== undefined && !(typeof since === "string" && isDay(since))) throw refused("since");
  if (cursor === undefined) return { since };
  if (typeof cursor !== "string" || !isDay(day)) throw refused("cursor");
  return { since, after: { day, publications: Number(publications) } };
}
