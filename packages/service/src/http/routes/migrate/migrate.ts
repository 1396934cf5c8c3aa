import { MigrateRequest, MigrateResponse } from "@withholding-forms/contract/schemas";
import type { FastifyInstance } from "fastify";
import { findForm } from "../../../app/find-form.js";
import { migrateStored } from "../../../app/migrate.js";
import { createValidate } from "../../../problems/validation.js";
import { readBody } from "../../body.js";
import { chooseLanguage } from "../../language.js";
import { acceptLanguage, operation } from "../../openapi/operation.js";
import { sendJson } from "../../reply.js";
import type { Service } from "../../service.js";

const validate = createValidate(MigrateRequest);

export function migrateRoute(app: FastifyInstance, service: Service): void {
  app.post("/migrate", {
    schema: operation({
      operationId: "migrate",
      tag: "Questions",
      summary: "Which stored answers are valid for another version of a form",
      description:
        "Compares stored answers with the questions of another version, by default the latest: which stay valid, which do not and why, and which questions must be asked. Nothing is stored.",
      headers: acceptLanguage,
      body: MigrateRequest,
      ok: { schema: MigrateResponse, types: ["application/json"] },
      translated: true,
      problems: [403, 404, 413, 415, 422],
    }),
    config: { types: ["application/json"] },
    handler: async (request, reply) => {
      const language = chooseLanguage(request.headers["accept-language"]);
      const body = readBody<MigrateRequest>(request, validate, language);
      const { formId, fromVersion, fields, hasFederalValues } = body;
      const to = findForm(service, formId, body.toVersion ?? undefined).form;
      const from = service.catalog.stored(formId, fromVersion) ?? findForm(service, formId, fromVersion).form;
      const choice = { language, hasFederalValues: hasFederalValues === true };
      const { answers, holding, missing, end } = await migrateStored(fields, { from, to }, choice);
      const response: MigrateResponse = {
        formId,
        toVersion: to.version,
        fields: holding,
        stale: answers.flatMap(({ questionId, outcome: reason, problem: { message } = {} }) =>
          reason === "HOLDS" ? [] : [{ questionId, reason, ...(message === undefined ? {} : { message }) }],
        ),
        missing: missing.map(({ questionId }) => questionId),
        changed: answers.flatMap(({ questionId, outcome, changed }) =>
          outcome === "HOLDS" && changed.length > 0 ? [questionId] : [],
        ),
        end,
      };
      return sendJson(reply.header("content-language", language), JSON.stringify(response));
    },
  });
}
