import type { FormVersion } from "@withholding-forms/catalog";
import { FillPdfRequest, FillPdfResponse } from "@withholding-forms/contract/schemas";
import { defined, type Notice } from "@withholding-forms/interview";
import {
  type FillBase64Result,
  type FilledParts,
  type FillProblems,
  type FillRequest,
  fillBase64,
  fillParts,
  partsBase64,
  type Template,
} from "@withholding-forms/pdf";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { recordSignature, type Signature } from "../../../app/audit.js";
import { type Circumstances, type CompletedForm, completeForm } from "../../../app/complete-form.js";
import { type Forms, versionNotice } from "../../../app/find-form.js";
import { sealForm } from "../../../app/seal-form.js";
import { signOnce } from "../../../app/sign-once.js";
import { fillUnits } from "../../../limits/work.js";
import { Problem } from "../../../problems/problem.js";
import { timeZoneOf } from "../../body.js";
import { setDeprecation } from "../../deprecation.js";
import { idempotencyKeyOf } from "../../idempotency-key.js";
import { chooseLanguage } from "../../language.js";
import {
  acceptLanguage,
  idempotencyKey as idempotencyKeyHeader,
  operation,
  timezone,
} from "../../openapi/operation.js";
import { type JsonParts, sendParts } from "../../reply.js";
import type { Service } from "../../service.js";

export function fillPdfRoute(app: FastifyInstance, service: Service): void {
  const complete = service.tracing?.timed("complete", completeForm) ?? completeForm;
  const fill = service.tracing?.timed("fill", fillBase64) ?? fillBase64;
  const { catalog, seal } = service;
  const completedAt = (instant: Date, body: unknown, circumstances: Circumstances): Completed => {
    const forms: Forms = { catalog, clock: () => instant };
    const completed = complete(forms, body, circumstances, fill);
    return { ...completed, ...forms, sha256: completed.filled.sha256 };
  };
  const signedAt = async (
    instant: Date,
    { body, log }: FastifyRequest,
    circumstances: Circumstances,
  ): Promise<Completed> => {
    if (seal === undefined) return completedAt(instant, body, circumstances);
    const forms: Forms = { catalog, clock: () => instant };
    const completed = complete(forms, body, circumstances, fillForSeal);
    const sealed = await sealForm(seal, completed, (reason) => log.error({ reason }, "not sealed"));
    const filled = partsBase64(completed.found.form.template(), sealed);
    return { ...completed, ...forms, filled, sha256: sealed.sha256 };
  };
  app.post("/fillPdf", {
    schema: operation({
      operationId: "fillPdf",
      tag: "PDF and Tax Parameters",
      summary: "Complete a form",
      description:
        "Validates the answers against the form's question sets and returns the completed PDF, Base64-encoded, with the tax parameters. The request is not stored.",
      headers: { ...timezone, ...acceptLanguage, ...idempotencyKeyHeader },
      body: FillPdfRequest,
      ok: { schema: FillPdfResponse, types: ["application/json"] },
      translated: true,
      versioned: true,
      problems: [404, 409, 413, 415, 422],
    }),
    config: { types: ["application/json"], wizard: true, units: fillUnits },
    preValidation: service.together,
    handler: async (request, reply) => {
      const language = chooseLanguage(request.headers["accept-language"]);
      const circumstances = { language, timeZone: timeZoneOf(request) };
      const { body } = request;
      const signing = asksToSign(body);
      // Checked in every mode, so that a client notices a wrong key before it signs.
      const givenKey = idempotencyKeyOf(request);
      const idempotencyKey = signing ? givenKey : undefined;
      const resume = <Result>(work: () => Result): Result =>
        service.tracing === undefined ? work() : service.tracing.resume(request, work);
      const sign = (instant: Date) => resume(() => signedAt(instant, request, circumstances));
      const record = (completed: Completed, claim?: Signature["claim"]) =>
        resume(() => audit(service, completed, request, { language, ...defined({ claim }) }));
      let completed: Completed;
      if (idempotencyKey !== undefined) {
        const repeatable = { keyId: request.keyId, idempotencyKey, content: { body, ...circumstances } };
        completed = await signOnce(service, repeatable, { sign, record });
      } else if (signing) {
        completed = await sign(service.clock());
        await record(completed);
      } else completed = completedAt(service.clock(), body, circumstances);
      const { found, version, completion, mode } = completed;
      service.metrics.filled(found.form.id, mode);
      setDeprecation(reply, completed, found);
      const notice = versionNotice(found, version, language, completion.notices);
      reply.header("content-language", language);
      sendParts(reply, responseParts(completed, notice));
    },
  });
}

/** A completed form with the day that it was completed on, which a repeated request must not move. */
interface Completed extends CompletedForm<FillBase64Result>, Forms {
  readonly sha256: string | undefined;
}

function asksToSign(body: unknown): boolean {
  return typeof body === "object" && body !== null && "signForm" in body && body.signForm === "SIGN";
}

/** The digest is that of the sealed file. */
function fillForSeal(template: Template, request: FillRequest): FilledParts | FillProblems {
  return fillParts(template, { ...request, digest: false });
}

async function audit(
  { store }: Service,
  completed: Completed,
  { id: requestId, keyId }: FastifyRequest,
  signature: Pick<Signature, "language" | "claim">,
): Promise<void> {
  try {
    await recordSignature(store, completed, { ...signature, requestId, keyId, sha256: completed.sha256 });
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
  const size =
    start.reduce((sum, { length }) => sum + length, before.length) + rest.length + Buffer.byteLength(end);
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
