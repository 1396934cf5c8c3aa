import { CoverageResponse } from "@withholding-forms/contract/schemas";
import type { FastifyInstance } from "fastify";
import { today } from "../../../app/clock.js";
import { operation } from "../../openapi/operation.js";
import { sendDaily } from "../../reply.js";
import type { Service } from "../../service.js";

export function coverageRoute(app: FastifyInstance, service: Service): void {
  app.get("/coverage", {
    schema: operation({
      operationId: "coverage",
      tag: "Forms",
      summary: "Jurisdictions, their forms, and what is missing",
      description:
        "All jurisdictions and places in a state with their forms, versions, and verification levels, and the names of forms that are not available.",
      ok: { schema: CoverageResponse, types: ["application/json"], headers: ["Content-Language"] },
      constant: true,
      compressed: true,
      problems: [403],
    }),
    config: { types: ["application/json"] },
    handler: async (request, reply) => {
      const day = today(service);
      return sendDaily(request, reply, service.constants, { key: `coverage ${day}` }, () => ({
        jurisdictions: service.catalog.coverage(day),
      }));
    },
  });
}
