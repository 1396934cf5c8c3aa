import { FillPdfRequest, FillPdfResponse } from "@withholding-forms/contract/schemas";
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
import { answerForm, type Circumstances, type CompletedForm, fillForm } from "../../../app/complete-form.js";
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
import { nextStep } from "../../overload/turns.js";
import { sendParts } from "../../reply.js";
import type { Service } from "../../service.js";
import { responseParts } from "./response.js";

export function fillPdfRoute(app: FastifyInstance, service: Service): void {
  const { catalog, seal, tracing } = service;
  const answer = tracing?.timed("complete", answerForm) ?? answerForm;
  const fill = tracing?.timed("fill", fillBase64) ?? fillBase64;
  const fillForSeal = tracing?.timed("fill", fillUndigested) ?? fillUndigested;
  const resume = <Result>(request: FastifyRequest, work: () => Result): Result =>
    tracing === undefined ? work() : tracing.resume(request, work);
  /** A repeated request must not move the day that the form was completed on. */
  const formsAt = (instant: Date): Forms => ({ catalog, clock: () => instant });
  /** Checks the answers, then fills. Both are steps, as are the response and sending it; see `nextStep`. */
  const completedAt = async <Filled extends object>(
    instant: Date,
    request: FastifyRequest,
    circumstances: Circumstances,
    write: (template: Template, request: FillRequest) => Filled,
  ): Promise<CompletedForm<Filled>> => {
    const answered = resume(request, () => answer(formsAt(instant), request.body, circumstances));
    await nextStep();
    return resume(request, () => fillForm(answered, write));
  };
  const signedAt = async (
    instant: Date,
    request: FastifyRequest,
    circumstances: Circumstances,
  ): Promise<Completed> => {
    if (seal === undefined) return completedAt(instant, request, circumstances, fill);
    const completed = await completedAt(instant, request, circumstances, fillForSeal);
    const sealed = await sealForm(seal, completed, (reason) => request.log.error({ reason }, "not sealed"));
    return { ...completed, filled: partsBase64(completed.found.form.template(), sealed) };
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
      const record = (completed: Completed, claim?: Signature["claim"]) =>
        resume(request, () => audit(service, completed, request, { language, claim }));
      let completed: Completed;
      if (idempotencyKey !== undefined) {
        const repeatable = { keyId: request.keyId, idempotencyKey, content: { body, ...circumstances } };
        const sign = (instant: Date) => signedAt(instant, request, circumstances);
        completed = await signOnce(service, repeatable, { sign, record });
      } else if (signing) {
        completed = await signedAt(service.clock(), request, circumstances);
        await record(completed);
      } else completed = await completedAt(service.clock(), request, circumstances, fill);
      const { found, version, completion, mode, instant } = completed;
      service.metrics.filled(found.form.id, mode);
      setDeprecation(reply, formsAt(instant), found);
      const notice = versionNotice(found, version, language, completion.notices);
      reply.header("content-language", language);
      const parts = responseParts(completed, notice);
      await nextStep();
      sendParts(reply, parts);
    },
  });
}

type Completed = CompletedForm<FillBase64Result>;

function asksToSign(body: unknown): boolean {
  return typeof body === "object" && body !== null && "signForm" in body && body.signForm === "SIGN";
}

/** The digest is that of the sealed file. */
function fillUndigested(template: Template, request: FillRequest): FilledParts | FillProblems {
  return fillParts(template, { ...request, digest: false });
}

async function audit(
  { store }: Service,
  completed: Completed,
  { id: requestId, keyId }: FastifyRequest,
  { language, claim }: Pick<Signature, "language" | "claim">,
): Promise<void> {
  const { sha256 } = completed.filled;
  try {
    await recordSignature(store, completed, { requestId, keyId, language, sha256, claim });
  } catch {
    throw new Problem("AUDIT_UNAVAILABLE", { retryAfterSeconds: 30 });
  }
}
