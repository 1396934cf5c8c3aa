import { FormsResponse, LocationRequest } from "@withholding-forms/contract/schemas";
import type { FastifyInstance } from "fastify";
import { locate } from "../../../app/locate.js";
import { locationUnits } from "../../../limits/work.js";
import { createValidate } from "../../../problems/validation.js";
import { readBody, timeZoneOf } from "../../body.js";
import { chooseLanguage } from "../../language.js";
import { locationJson } from "../../location.js";
import { acceptLanguage, operation, unusedTimezone } from "../../openapi/operation.js";
import { nextStep } from "../../overload/turns.js";
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
    preValidation: service.together,
    handler: async (request, reply) => {
      const language = chooseLanguage(request.headers["accept-language"]);
      timeZoneOf(request);
      const body = readBody<LocationRequest>(request, validate, language);
      reply.header("content-language", language);
      const json = locationJson(await locate(service, body, language), "forms");
      await nextStep();
      await sendCompressedJson(request, reply, json);
    },
  });
}
