import { FormsCatalog } from "@withholding-forms/contract/schemas";
import type { FastifyInstance } from "fastify";
import { today } from "../../../app/clock.js";
import { operation } from "../../openapi/operation.js";
import { constantJson, sendConstant } from "../../reply.js";
import type { Service } from "../../service.js";

export function getAllFormsCatalogRoute(app: FastifyInstance, service: Service): void {
  app.get("/getAllFormsCatalog", {
    schema: operation({
      operationId: "getAllFormsCatalog",
      tag: "Forms",
      summary: "All supported forms with their current versions",
      description: "One entry per form.",
      ok: { schema: FormsCatalog, types: ["application/json"] },
      constant: true,
      compressed: true,
      problems: [403],
    }),
    config: { types: ["application/json"] },
    handler: async (request, reply) => {
      const entries = service.catalog.current(today(service)).map(({ id, version }) => ({ id, version }));
      return sendConstant(request, reply, constantJson(entries));
    },
  });
}
