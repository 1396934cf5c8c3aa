import { ParametersResponse } from "@withholding-forms/contract/schemas";
import type { FastifyInstance } from "fastify";
import { today } from "../../../app/clock.js";
import { operation } from "../../openapi/operation.js";
import { sendDaily } from "../../reply.js";
import type { Service } from "../../service.js";

export function parametersRoute(app: FastifyInstance, service: Service): void {
  app.get("/parameters", {
    schema: operation({
      operationId: "parameters",
      tag: "PDF and Tax Parameters",
      summary: "Dictionary of all tax parameters",
      description:
        "Every ID that taxParameters of a completed form can have, with its type, meaning, period, and codes, and the forms that return it. Descriptions are in English.",
      ok: { schema: ParametersResponse, types: ["application/json"], headers: ["Content-Language"] },
      constant: true,
      problems: [403],
    }),
    config: { types: ["application/json"] },
    handler: async (request, reply) => {
      const day = today(service);
      return sendDaily(request, reply, service.constants, `parameters ${day}`, () => ({
        parameters: service.catalog.parameters(day),
      }));
    },
  });
}
