import { type FieldError, type ProblemCode, type ProblemDocument, problemCodes } from "@withholding-forms/contract";
import type { Language } from "@withholding-forms/interview";
import { fillIn, messagesIn } from "./messages/messages.js";

/** More would help nobody, and an answer must not grow with what a stranger sends. */
export const maxErrors = 200;

export interface ProblemParts {
  /** For the placeholders of the message. */
  readonly values?: Readonly<Record<string, string | number>>;
  readonly errors?: readonly FieldError[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown anywhere on a request's way; the error handler turns it into a problem document. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly parts: ProblemParts;

  constructor(code: ProblemCode, parts: ProblemParts = {}) {
    super(code);
    this.code = code;
    this.parts = parts;
  }

  get status(): number {
    return problemCodes[this.code].status;
  }
}

export function problemDocument(
  problem: Problem,
  language: Language,
  requestId: string,
  publicUrl: string,
): ProblemDocument {
  const words = messagesIn(language).problems[problem.code];
  return {
    type: `${publicUrl}/problems/${problem.code}`,
    title: words.title,
    status: problem.status,
    detail: fillIn(words.detail, problem.parts.values ?? {}),
    code: problem.code,
    requestId,
    errors: (problem.parts.errors ?? []).slice(0, maxErrors),
  };
}
