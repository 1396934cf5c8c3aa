import { GuidedFlowsResponse, LocationRequest } from "@withholding-forms/contract/schemas";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { locate } from "../../../app/locate.js";
import { locationUnits } from "../../../limits/work.js";
import { createValidate } from "../../../problems/validation.js";
import { readBody } from "../../body.js";
import { chooseLanguage } from "../../language.js";
import { acceptLanguage, operation } from "../../openapi/operation.js";
import { sendCompressedJson } from "../../reply.js";
import type { Service } from "../../service.js";

const validate = createValidate(LocationRequest);

export function guidedFlowsRoute(app: FastifyInstance, service: Service): void {
  app.post("/guided-flows", {
    schema: operation({
      operationId: "guidedFlows",
      tag: "Forms",
      summary: "Guided flows that apply to the addresses",
      description:
        "Lists one flow per jurisdiction: the federal one, the home state's, and those of other work states, each followed by the flows of places in it. A jurisdiction that does not tax wages has none. A flow without questions has formsToComplete. For other flows, get the questions with flowQuestionSet.",
      headers: acceptLanguage,
      body: LocationRequest,
      ok: { schema: GuidedFlowsResponse, types: ["application/json"] },
      compressed: true,
      translated: true,
      problems: [413, 415, 422],
    }),
    config: { types: ["application/json"], wizard: true, units: locationUnits },
    handler: async (request, reply) => {
      reply.header("content-language", chooseLanguage(request.headers["accept-language"]));
      return sendCompressedJson(request, reply, await serveGuidedFlows(service, request));
    },
  });
}

/** The flows for the addresses of a request, or of a line of a bulk request. Throws a Problem. */
export async function serveGuidedFlows(
  service: Service,
  request: Pick<FastifyRequest, "body" | "headers">,
): Promise<GuidedFlowsResponse> {
  const language = chooseLanguage(request.headers["accept-language"]);
  const body = readBody<LocationRequest>(request, validate, language);
  const { applicable, locationData, errors } = await locate(service, body, language);
  return { flows: applicable.flows, locationData, errors };
}
