import type { CompleteRequest, Completion, Found } from "@withholding-forms/catalog";
import type { FieldError } from "@withholding-forms/contract";
import { FillPdfRequest } from "@withholding-forms/contract/schemas";
import type { Language } from "@withholding-forms/interview";
import { type FilledFile, type FillMode, type FillResult, fill } from "@withholding-forms/pdf";
import { Problem } from "../problems/problem.js";
import { createValidate } from "../problems/validation.js";
import { type Forms, findForm } from "./find-form.js";
import { ineligible, refused, unprintable } from "./refusals.js";
import { trimmed } from "./trimmed.js";

export interface Circumstances {
  readonly language: Language;
  readonly timeZone: string;
}

export interface CompletedForm {
  readonly found: Found;
  /** As requested; undefined if the latest was used. */
  readonly version: string | undefined;
  readonly completion: Complete;
  readonly mode: FillMode;
  /** The one printed on the form. */
  readonly instant: Date;
  readonly filled: FilledFile;
}

type Complete = Extract<Completion, { outcome: "COMPLETE" }>;

/** A form with all its answers, before the PDF is written. */
export interface AnsweredForm extends Pick<CompletedForm, "found" | "version" | "completion"> {
  readonly request: CompleteRequest;
}

/**
 * Completes a form from a fillPdf body, for the HTTP service and the command line. Throws a Problem with everything that is
 * wrong.
 */
export function completeForm(service: Forms, sent: unknown, circumstances: Circumstances): CompletedForm {
  return fillForm(answerForm(service, sent, circumstances));
}

/** The first step: checks the request and finds what to return and what to print. */
export function answerForm(
  service: Forms,
  sent: unknown,
  { language, timeZone }: Circumstances,
): AnsweredForm {
  const { body, errors } = readRequest(sent, language);
  const version = body.formVersion ?? undefined;
  const found = findForm(service, body.formId, version);
  const { form } = found;
  const mode = body.signForm ?? "PREVIEW";
  if (mode !== "PREVIEW" && form.agencyFileMissing) throw new Problem("AGENCY_FILE_MISSING");
  const request: CompleteRequest = {
    employee: body.employee,
    employer: body.employer ?? undefined,
    fields: body.fields,
    federalValues: body.federalValues ?? undefined,
    mode,
    language,
    instant: service.clock(),
    timeZone,
  };
  const completion = form.complete(request);
  const refusal = refused(body, completion, errors, language);
  if (refusal !== undefined) throw refusal;
  if (completion.outcome !== "COMPLETE") throw ineligible(form, completion, body, language);
  return { found, version, request, completion };
}

/** The second step: prints. */
export function fillForm(
  { found, version, request, completion }: AnsweredForm,
  write: typeof fill = fill,
  specimen = false,
): CompletedForm {
  const { form } = found;
  const { mode, instant } = request;
  const filled: FillResult = write(form.template(), {
    values: completion.printed,
    mode,
    specimen,
    digest: mode === "SIGN",
  });
  if ("problems" in filled) throw unprintable(form, request, filled.problems);
  return { found, version, completion, mode, instant, filled };
}

const validate = createValidate(FillPdfRequest);

/**
 * The request with its schema errors. Errors at the top level end here; errors in details are collected, so that they can
 * be listed together with those from the form's content.
 */
function readRequest(
  sent: unknown,
  language: Language,
): { readonly body: FillPdfRequest; readonly errors: readonly FieldError[] } {
  if (sent === undefined) throw new Problem("MALFORMED_JSON");
  const body = trimmed(sent);
  const errors = validate(body, language);
  if (errors.some(({ pointer }) => pointer.split("/").length <= 2))
    throw new Problem("INVALID_BODY", { errors });
  return { body: body as FillPdfRequest, errors };
}
