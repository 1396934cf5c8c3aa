import type { Found } from "@withholding-forms/catalog";
import { FillPdfRequest, FillPdfResponse } from "@withholding-forms/contract/schemas";
import { defined, type Language } from "@withholding-forms/interview";
import { base64Parts, fill } from "@withholding-forms/pdf";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { recordSignature, type Signature } from "../../../app/audit.js";
import { answerForm, type Circumstances, type CompletedForm, fillForm } from "../../../app/complete-form.js";
import { type Forms, type Notices, noticesOf } from "../../../app/find-form.js";
import { sealForm } from "../../../app/seal-form.js";
import { signOnce } from "../../../app/sign-once.js";
import { isSandbox } from "../../../auth/keys.js";
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
import { sendJson } from "../../reply.js";
import type { Service } from "../../service.js";

/** What the endpoint needs of a request, or of a line of a bulk request. */
export type FillRequest = Pick<
  FastifyRequest,
  "body" | "headers" | "id" | "keyId" | "employeeReference" | "log"
>;

export interface FillResponse {
  readonly found: Found;
  /** The one printed on the form. */
  readonly instant: Date;
  readonly language: Language;
  readonly json: Buffer;
}

export function fillPdfRoute(app: FastifyInstance, service: Service): void {
  const serve = serveFillPdf(service);
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
    handler: async (request, reply) => {
      const { found, instant, language, json } = await serve(request);
      setDeprecation(reply, { ...service, clock: () => instant }, found);
      return sendJson(reply.header("content-language", language), json);
    },
  });
}

/** Completes the form of a request. Throws a Problem. */
export function serveFillPdf(service: Service): (request: FillRequest) => Promise<FillResponse> {
  const { catalog, seal, tracing } = service;
  const answer = tracing?.timed("complete", answerForm) ?? answerForm;
  const write = tracing?.timed("fill", fill) ?? fill;
  /** A repeated request must not move the day that the form was completed on. */
  const formsAt = (instant: Date): Forms => ({ catalog, clock: () => instant });
  const completedAt = (instant: Date, request: FillRequest, circumstances: Circumstances): CompletedForm =>
    fillForm(answer(formsAt(instant), request.body, circumstances), write, isSandbox(request.keyId));
  const signedAt = async (
    instant: Date,
    request: FillRequest,
    circumstances: Circumstances,
  ): Promise<CompletedForm> => {
    const completed = completedAt(instant, request, circumstances);
    if (seal === undefined) return completed;
    const report = (reason: string): void => request.log.error({ reason }, "not sealed");
    return { ...completed, filled: await sealForm(seal, completed, report) };
  };
  return async (request) => {
    const language = chooseLanguage(request.headers["accept-language"]);
    const circumstances = { language, timeZone: timeZoneOf(request) };
    const { body } = request;
    const sandbox = isSandbox(request.keyId);
    // A specimen is not signed: no seal, no audit event, nothing that a repeat could meet.
    const signing = asksToSign(body) && !sandbox;
    // Checked in every mode, so that a client notices a wrong key before it signs.
    const givenKey = idempotencyKeyOf(request);
    const idempotencyKey = signing ? givenKey : undefined;
    const record = (completed: CompletedForm, claim?: Signature["claim"]) =>
      audit(service, completed, request, { language, claim });
    let completed: CompletedForm;
    if (idempotencyKey !== undefined) {
      const { keyId, employeeReference } = request;
      // A repeat on behalf of another employee is another request.
      const content = { body, ...circumstances, employeeReference };
      const repeatable = { keyId, idempotencyKey, content };
      const sign = (instant: Date) => signedAt(instant, request, circumstances);
      completed = await signOnce(service, repeatable, { sign, record });
    } else if (signing) {
      completed = await signedAt(service.clock(), request, circumstances);
      await record(completed);
    } else completed = completedAt(service.clock(), request, circumstances);
    const { found, version, completion, mode, instant } = completed;
    service.metrics.filled(found.form.id, mode);
    const notices = noticesOf(found, language, completion.notices, version !== undefined);
    return { found, instant, language, json: responseJson(completed, notices, sandbox) };
  };
}

const responseStart = Buffer.from('{"pdf":"');

/** Base64 has nothing to escape, so the PDF skips `JSON.stringify`, and most of it is the same for every file of the form. */
function responseJson(
  { found, completion, mode, instant, filled }: CompletedForm,
  { notice, notices }: Notices,
  sandbox: boolean,
): Buffer {
  const { id: form, version: formVersion, formType, name, title, locality } = found.form;
  const { taxParameters, ignoredFields, calculatedValues } = completion;
  const signature = mode === "SIGN" ? { signedAt: instant.toISOString(), sha256: filled.sha256 } : {};
  const response: Omit<FillPdfResponse, "pdf"> = defined({
    form,
    taxParameters,
    notice,
    notices,
    formVersion,
    formType,
    name,
    title,
    locality,
    ignoredFields,
    calculatedValues,
    ...signature,
    sandbox: sandbox ? true : undefined,
  });
  const [constant, rest] = base64Parts(found.form.template(), filled.pdf);
  const end = Buffer.from(`${rest}",${JSON.stringify(response).slice(1)}`);
  return Buffer.concat([responseStart, constant, end]);
}

function asksToSign(body: unknown): boolean {
  return typeof body === "object" && body !== null && "signForm" in body && body.signForm === "SIGN";
}

async function audit(
  { store }: Service,
  completed: CompletedForm,
  { id: requestId, keyId, employeeReference }: FillRequest,
  { language, claim }: Pick<Signature, "language" | "claim">,
): Promise<void> {
  const { sha256 } = completed.filled;
  try {
    await recordSignature(store, completed, { requestId, keyId, language, sha256, employeeReference, claim });
  } catch (cause) {
    throw new Problem("AUDIT_UNAVAILABLE", { retryAfterSeconds: 30 }, { cause });
  }
}
