import { ParametersResponse } from "@withholding-forms/contract/schemas";
import type { FastifyInstance } from "fastify";
import { today } from "../../../app/clock.js";
import { chooseLanguage } from "../../language.js";
import { acceptLanguage, operation } from "../../openapi/operation.js";
import { sendDaily } from "../../reply.js";
import type { Service } from "../../service.js";

export function parametersRoute(app: FastifyInstance, service: Service): void {
  app.get("/parameters", {
    schema: operation({
      operationId: "parameters",
      tag: "PDF and Tax Parameters",
      summary: "Dictionary of all tax parameters",
      description:
        "Every ID that taxParameters of a completed form can have, with its type, meaning, period, and codes, and the forms that return it. Descriptions and meanings of codes are in the language of the response.",
      headers: acceptLanguage,
      ok: { schema: ParametersResponse, types: ["application/json"] },
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
      return sendDaily(request, reply, service.constants, { key: `parameters ${day}`, language }, () => ({
        parameters: service.catalog.parameters(day, language),
      }));
    },
  });
}
