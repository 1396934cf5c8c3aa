import type { FastifyInstance } from "fastify";
import { readBody } from "../../bodies.js";
import { chooseLanguage } from "../../language.js";
import { locationUnits } from "../../limits/work.js";
import { locate } from "../../location.js";
import { acceptLanguage, operation } from "../../operation.js";
import { sendJson } from "../../replies.js";
import { LocationRequest } from "../../schemas/address.js";
import { GuidedFlowsResponse } from "../../schemas/forms.js";
import type { Service } from "../../service.js";
import { createValidate } from "../../validation.js";

const validate = createValidate(LocationRequest);

export function guidedFlowsRoute(app: FastifyInstance, service: Service): void {
  app.post("/guided-flows", {
    schema: operation({
      operationId: "guidedFlows",
      tag: "Forms",
      summary: "Guided flows that apply to the addresses",
      description:
        "Lists one flow per jurisdiction. A flow without questions carries formsToComplete; the others are walked with flowQuestionSet.",
      headers: acceptLanguage,
      body: LocationRequest,
      ok: { schema: GuidedFlowsResponse, types: ["application/json"] },
      problems: [400, 413, 415, 422],
    }),
    config: { types: ["application/json"], wizard: true, units: locationUnits },
    preValidation: service.together,
    handler: async (request, reply) => {
      const language = chooseLanguage(request.headers["accept-language"]);
      const body = readBody<LocationRequest>(request, validate, language);
      const located = locate(service, body, language);
      const { applicable, places } = located instanceof Promise ? await located : located;
      return sendJson(reply, `{"flows":${applicable.flows},${places}}`);
    },
  });
}
