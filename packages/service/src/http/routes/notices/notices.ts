import { NoticesResponse } from "@withholding-forms/contract/schemas";
import type { FastifyInstance } from "fastify";
import { today } from "../../../app/clock.js";
import { chooseLanguage } from "../../language.js";
import { acceptLanguage, operation } from "../../openapi/operation.js";
import { sendDaily } from "../../reply.js";
import type { Service } from "../../service.js";

export function noticesRoute(app: FastifyInstance, service: Service): void {
  app.get("/notices", {
    schema: operation({
      operationId: "notices",
      tag: "PDF and Tax Parameters",
      summary: "Catalog of all codes of notices",
      description:
        "Every code that notices of a completed form and of the form information can have, with its audience, action, and meaning, and the forms that can have it. Meanings are in the language of the response.",
      headers: acceptLanguage,
      ok: { schema: NoticesResponse, types: ["application/json"] },
      constant: true,
      compressed: true,
      translated: true,
      problems: [403],
    }),
    config: { types: ["application/json"] },
    handler: async (request, reply) => {
      const day = today(service);
      const language = chooseLanguage(request.headers["accept-language"]);
      reply.header("vary", "accept-language");
      return sendDaily(request, reply, service.constants, { key: `notices ${day}`, language }, () => ({
        notices: service.catalog.notices(day, language),
      }));
    },
  });
}
