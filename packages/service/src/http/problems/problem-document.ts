import { type ProblemDocument, problemCodes } from "@withholding-forms/contract";
import type { Language } from "@withholding-forms/interview";
import { explainProblem, type Problem } from "../../problems/problem.js";

/** The body of an error response (RFC 9457). */
export function problemDocument(
  problem: Problem,
  language: Language,
  requestId: string,
  publicUrl: string,
): ProblemDocument {
  const { code } = problem;
  const { title, detail, errors } = explainProblem(problem, language);
  const type = `${publicUrl}/problems/${code}`;
  return { type, title, status: statusOf(problem), detail, code, requestId, errors };
}

export function statusOf({ code }: Problem): number {
  return problemCodes[code].status;
}

/** The headers of an error response. */
export function problemHeaders({ parts }: Problem): Readonly<Record<string, string>> {
  const { retryAfterSeconds } = parts;
  return retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
}
