import type { Completion, Found } from "@withholding-forms/catalog";
import type { Language, Notice } from "@withholding-forms/interview";
import { fillBase64 } from "@withholding-forms/pdf";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { timeZoneOf } from "../../bodies.js";
import { chooseLanguage } from "../../language.js";
import { acceptLanguage, operation, timezone } from "../../operation.js";
import { type FieldError, Problem } from "../../problems.js";
import { sendJson } from "../../replies.js";
import { FillPdfRequest, FillPdfResponse } from "../../schemas/fillPdf.js";
import type { Service } from "../../service.js";
import { createValidate } from "../../validation.js";
import { findForm, setDeprecation, versionNotice } from "../../versions.js";
import { ineligible, refused, unprintable } from "./refusals.js";

export function fillPdfRoute(app: FastifyInstance, service: Service): void {
  app.post("/fillPdf", {
    schema: operation({
      operationId: "fillPdf",
      tag: "PDF and Tax Parameters",
      summary: "Complete a form",
      description:
        "Validates the answers against the form's question sets and returns the completed PDF, base 64 encoded, with the tax parameters. Nothing that was sent is kept.",
      headers: { ...timezone, ...acceptLanguage },
      body: FillPdfRequest,
      ok: { schema: FillPdfResponse, types: ["application/json"] },
      versioned: true,
      problems: [400, 404, 413, 415, 422],
    }),
    config: { types: ["application/json"] },
    handler: async (request, reply) => {
      const language = chooseLanguage(request.headers["accept-language"]);
      const timeZone = timeZoneOf(request);
      const { body, errors } = readRequest(request, language);
      const version = body.formVersion ?? undefined;
      const found = findForm(service, body.formId, version);
      const { form } = found;
      const mode = body.signForm ?? "PREVIEW";
      const instant = service.clock();
      const completion = form.complete({
        employee: body.employee,
        employer: body.employer ?? undefined,
        fields: body.fields,
        federalValues: body.federalValues ?? undefined,
        mode,
        language,
        instant,
        timeZone,
      });
      const refusal = refused(body, completion, errors, language);
      if (refusal !== undefined) throw refusal;
      if (completion.outcome !== "COMPLETE") throw ineligible(form, completion, body, language);
      const filled = fillBase64(form.template(), {
        values: completion.printed,
        mode,
        digest: mode === "SIGN",
      });
      if ("problems" in filled) throw unprintable(body, completion, filled.problems, language);
      if (mode === "SIGN") await audit(service, request, found, language, instant, filled.sha256 ?? "");
      service.metrics.fills.inc({ form: form.id, mode });
      setDeprecation(reply, service, found);
      const notice = versionNotice(found, version, language);
      reply.header("content-language", language);
      return sendJson(reply, responseText(found, completion, filled.pdfBase64, notice));
    },
  });
}

const validate = createValidate(FillPdfRequest);

/**
 * The request, with what its schema says against it. A wrong outline ends here; wrong details go on, so that they can
 * be listed together with what the form's content says.
 */
function readRequest(
  request: FastifyRequest,
  language: Language,
): { readonly body: FillPdfRequest; readonly errors: readonly FieldError[] } {
  if (request.body === undefined) throw new Problem("MALFORMED_JSON");
  const errors = validate(request.body, language);
  if (errors.some(({ pointer }) => pointer.split("/").length <= 2))
    throw new Problem("INVALID_BODY", { errors });
  return { body: request.body as FillPdfRequest, errors };
}

async function audit(
  service: Service,
  request: FastifyRequest,
  { form }: Found,
  language: Language,
  instant: Date,
  sha256: string,
): Promise<void> {
  try {
    await service.audit.record({
      time: instant.toISOString(),
      requestId: request.id,
      keyId: request.keyId,
      formId: form.id,
      formVersion: form.version,
      language,
      sha256,
    });
  } catch {
    throw new Problem("AUDIT_UNAVAILABLE", { headers: { "retry-after": "30" } });
  }
}

/** The PDF is by far the largest part and base64 needs no escapes, so it is copied in instead of being stringified. */
function responseText(
  { form }: Found,
  completion: Extract<Completion, { outcome: "COMPLETE" }>,
  pdf: string,
  notice: Notice | undefined,
): string {
  const rest = {
    taxParameters: completion.taxParameters,
    ...(notice === undefined ? {} : { notice }),
    formVersion: form.version,
    formType: form.formType,
    name: form.name,
    title: form.title,
    locality: form.locality,
    ignoredFields: completion.ignoredFields,
  };
  return `{"form":${JSON.stringify(form.id)},"pdf":"${pdf}",${JSON.stringify(rest).slice(1)}`;
}
