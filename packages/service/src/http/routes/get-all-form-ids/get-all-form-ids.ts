import { FormIds } from "@withholding-forms/contract/schemas";
import type { FastifyInstance } from "fastify";
import { today } from "../../../app/clock.js";
import { operation } from "../../openapi/operation.js";
import { constantJson, sendConstant } from "../../reply.js";
import type { Service } from "../../service.js";

export function getAllFormIdsRoute(app: FastifyInstance, service: Service): void {
  app.get("/getAllFormIds", {
    schema: operation({
      operationId: "getAllFormIds",
      tag: "Forms",
      summary: "IDs of all supported forms",
      description: "All US and Canadian forms.",
      ok: { schema: FormIds, types: ["application/json"] },
      constant: true,
      compressed: true,
      problems: [403],
    }),
    config: { types: ["application/json"] },
    handler: async (request, reply) => {
      const ids = service.catalog.formIds(today(service));
      return sendConstant(request, reply, constantJson(ids));
    },
  });
}
