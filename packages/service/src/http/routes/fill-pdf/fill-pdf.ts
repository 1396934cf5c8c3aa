import type { FormVersion } from "@withholding-forms/catalog";
import { FillPdfRequest, FillPdfResponse } from "@withholding-forms/contract/schemas";
import type { Notice } from "@withholding-forms/interview";
import { type FillBase64Result, fillBase64 } from "@withholding-forms/pdf";
import type { FastifyInstance } from "fastify";
import { recordSignature, type Signature } from "../../../app/audit.js";
import { type CompletedForm, completeForm } from "../../../app/complete-form.js";
import { versionNotice } from "../../../app/find-form.js";
import { fillUnits } from "../../../limits/work.js";
import { Problem } from "../../../problems/problem.js";
import { timeZoneOf } from "../../body.js";
import { setDeprecation } from "../../deprecation.js";
import { chooseLanguage } from "../../language.js";
import { acceptLanguage, operation, timezone } from "../../openapi/operation.js";
import { type JsonParts, sendParts } from "../../reply.js";
import type { Service } from "../../service.js";

export function fillPdfRoute(app: FastifyInstance, service: Service): void {
  const complete = service.tracing?.timed("complete", completeForm) ?? completeForm;
  const fill = service.tracing?.timed("fill", fillBase64) ?? fillBase64;
  app.post("/fillPdf", {
    schema: operation({
      operationId: "fillPdf",
      tag: "PDF and Tax Parameters",
      summary: "Complete a form",
      description:
        "Validates the answers against the form's question sets and returns the completed PDF, Base64-encoded, with the tax parameters. The request is not stored.",
      headers: { ...timezone, ...acceptLanguage },
      body: FillPdfRequest,
      ok: { schema: FillPdfResponse, types: ["application/json"] },
      translated: true,
      versioned: true,
      problems: [404, 413, 415, 422],
    }),
    config: { types: ["application/json"], wizard: true, units: fillUnits },
    preValidation: service.together,
    handler: async (request, reply) => {
      const language = chooseLanguage(request.headers["accept-language"]);
      const timeZone = timeZoneOf(request);
      const completed = complete(service, request.body, { language, timeZone }, fill);
      const { found, version, completion, mode, filled } = completed;
      if (mode === "SIGN") {
        const { id: requestId, keyId } = request;
        await audit(service, completed, { requestId, keyId, language, sha256: filled.sha256 });
      }
      service.metrics.filled(found.form.id, mode);
      setDeprecation(reply, service, found);
      const notice = versionNotice(found, version, language, completion.notices);
      reply.header("content-language", language);
      sendParts(reply, responseParts(completed, notice));
    },
  });
}

async function audit(
  { store }: Service,
  completed: Pick<CompletedForm<object>, "found" | "instant">,
  signature: Signature,
): Promise<void> {
  try {
    await recordSignature(store, completed, signature);
  } catch {
    throw new Problem("AUDIT_UNAVAILABLE", { retryAfterSeconds: 30 });
  }
}

/** The PDF is by far the largest part, base64 needs no escapes, and most of it is the same for everybody. */
function responseParts(
  { found, completion, mode, instant, filled }: CompletedForm<FillBase64Result>,
  notice: Notice | undefined,
): JsonParts {
  const { start, rest, sha256 } = filled;
  const { before, after } = wordsOf(found.form);
  const results = JSON.stringify(completion.taxParameters);
  const ignored = JSON.stringify(completion.ignoredFields);
  const calculated = JSON.stringify(completion.calculatedValues);
  const said = notice === undefined ? "" : `,"notice":${JSON.stringify(notice)}`;
  const signed = mode === "SIGN" ? `,"signedAt":"${instant.toISOString()}","sha256":"${sha256}"` : "";
  const end = `","taxParameters":${results}${said},${after},"ignoredFields":${ignored},"calculatedValues":${calculated}${signed}}`;
  const size = before.length + start.length + rest.length + Buffer.byteLength(end);
  return { before, shared: start, after: rest + end, size };
}

interface Words {
  /** ASCII. */
  readonly before: string;
  readonly after: string;
}

const words = new WeakMap<FormVersion, Words>();

/** What an answer says of the form, around the PDF. */
function wordsOf(form: FormVersion): Words {
  let found = words.get(form);
  if (found === undefined) {
    const { version: formVersion, formType, name, title, locality } = form;
    found = {
      before: `{"form":${JSON.stringify(form.id)},"pdf":"`,
      after: JSON.stringify({ formVersion, formType, name, title, locality }).slice(1, -1),
    };
    words.set(form, found);
  }
  return found;
}
