import { FormsResponse, LocationRequest } from "@withholding-forms/contract/schemas";
import type { FastifyInstance } from "fastify";
import { locate } from "../../../app/locate.js";
import { locationUnits } from "../../../limits/work.js";
import { createValidate } from "../../../problems/validation.js";
import { readBody, timeZoneOf } from "../../body.js";
import { chooseLanguage } from "../../language.js";
import { acceptLanguage, operation, unusedTimezone } from "../../openapi/operation.js";
import { sendCompressedJson } from "../../reply.js";
import type { Service } from "../../service.js";

const validate = createValidate(LocationRequest);

export function formsRoute(app: FastifyInstance, service: Service): void {
  app.post("/forms", {
    schema: operation({
      operationId: "forms",
      tag: "Forms",
      summary: "Forms that apply to the addresses",
      description:
        "Lists the federal, state, and provincial forms for one home address and one or more work addresses. US addresses are also validated, normalized, and geocoded.",
      headers: { ...unusedTimezone, ...acceptLanguage },
      body: LocationRequest,
      ok: { schema: FormsResponse, types: ["application/json"] },
      compressed: true,
      translated: true,
      problems: [413, 415, 422],
    }),
    config: { types: ["application/json"], wizard: true, units: locationUnits },
    handler: async (request, reply) => {
      const language = chooseLanguage(request.headers["accept-language"]);
      timeZoneOf(request);
      const body = readBody<LocationRequest>(request, validate, language);
      reply.header("content-language", language);
      const { applicable, locationData, errors } = await locate(service, body, language);
      const response: FormsResponse = { forms: applicable.forms, locationData, errors };
      return sendCompressedJson(request, reply, response);
    },
  });
}
