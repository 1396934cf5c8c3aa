import { EffectiveParametersRequest, EffectiveParametersResponse } from "@withholding-forms/contract/schemas";
import type { FastifyInstance } from "fastify";
import { messagesIn } from "../../../problems/messages/messages.js";
import { Problem } from "../../../problems/problem.js";
import { createValidate } from "../../../problems/validation.js";
import { readBody, timeZoneOf } from "../../body.js";
import { chooseLanguage } from "../../language.js";
import { acceptLanguage, operation, timezone } from "../../openapi/operation.js";
import { sendCompressedJson } from "../../reply.js";
import type { Service } from "../../service.js";

const validate = createValidate(EffectiveParametersRequest);

export function effectiveParametersRoute(app: FastifyInstance, { catalog }: Service): void {
  app.post("/effective-parameters", {
    schema: operation({
      operationId: "effectiveParameters",
      tag: "PDF and Tax Parameters",
      summary: "The tax parameters that payroll uses on a day",
      description:
        "From all certificates of an employee, with the tax parameters as fillPdf returned them: what is in force on the day, what has ended and why, what will change, and which certificates are missing. A certificate counts from the day it was signed. Nothing is stored.",
      headers: { ...timezone, ...acceptLanguage },
      body: EffectiveParametersRequest,
      ok: { schema: EffectiveParametersResponse, types: ["application/json"] },
      compressed: true,
      problems: [403, 413, 415, 422],
    }),
    config: { types: ["application/json"] },
    handler: async (request, reply) => {
      const language = chooseLanguage(request.headers["accept-language"]);
      const timeZone = timeZoneOf(request);
      const body = readBody<EffectiveParametersRequest>(request, validate, language);
      const found = catalog.effective({ ...body, situations: body.situations ?? [], timeZone });
      if (!("date" in found)) {
        const { members, unknown } = messagesIn(language);
        const errors = found.map((refused) => ({
          pointer: refused.pointer,
          code: refused.code,
          message: refused.code === "UNKNOWN" ? unknown[refused.what] : members.since,
        }));
        throw new Problem("INVALID_BODY", { errors });
      }
      return sendCompressedJson(request, reply, found);
    },
  });
}
