import type { FieldError, ProblemCode, ProblemDocument } from "@withholding-forms/contract";
import type { Language } from "@withholding-forms/interview";
import { fillIn, messagesIn } from "./messages/messages.js";

/** Max errors per response: a response must not grow with the request. */
export const maxErrors = 200;

export interface ProblemParts {
  /** For the placeholders of the message. */
  readonly values?: Readonly<Record<string, string | number>>;
  readonly errors?: readonly FieldError[];
  /** When the caller may try again; `{seconds}` in the message. */
  readonly retryAfterSeconds?: number;
}

/** Why a request is rejected. Thrown anywhere; http answers with a problem document, a command prints the words. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly parts: ProblemParts;

  constructor(code: ProblemCode, parts: ProblemParts = {}, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
    this.parts = parts;
  }
}

/** A problem in words. */
export function explainProblem(
  { code, parts }: Problem,
  language: Language,
): Pick<ProblemDocument, "title" | "detail" | "errors"> {
  const { title, detail } = messagesIn(language).problems[code];
  const { values = {}, errors = [], retryAfterSeconds: seconds } = parts;
  return {
    title,
    detail: fillIn(detail, seconds === undefined ? values : { ...values, seconds }),
    errors: errors.slice(0, maxErrors),
  };
}
