import type {
  CompleteRequest,
  Completion,
  FieldProblem,
  FormVersion,
  PrintedSource,
} from "@withholding-forms/catalog";
import type { FieldError, FillPdfRequest } from "@withholding-forms/contract";
import { defined, impossibleNumbers, type Language, pointerTo, valueAt } from "@withholding-forms/interview";
import type { FillProblem } from "@withholding-forms/pdf";
import { messagesIn } from "../problems/messages/messages.js";
import { Problem } from "../problems/problem.js";
import { fieldError } from "../problems/validation.js";

/** Everything that is wrong with a request: by the form's content, by our rules for numbers, and by the schema. */
export function refused(
  body: FillPdfRequest,
  completion: Completion,
  schemaErrors: readonly FieldError[],
  language: Language,
): Problem | undefined {
  const impossible = impossibleNumbers(body.employee);
  if (completion.outcome !== "REFUSED" && impossible.length === 0 && schemaErrors.length === 0)
    return undefined;
  const numbers = impossible.map((name): FieldError => {
    return { pointer: `/employee/${name}`, code: "INVALID", message: messagesIn(language).identity[name] };
  });
  const content = completion.outcome === "REFUSED" ? completion.problems : [];
  // The content's messages are better than ours, so the first message per entry wins.
  const errors = new Map<string, FieldError>();
  for (const error of [...content.map((problem) => worded(problem, language)), ...numbers, ...schemaErrors]) {
    if (!errors.has(error.pointer)) errors.set(error.pointer, error);
  }
  return new Problem("ANSWERS_REFUSED", { errors: [...errors.values()] });
}

/** Names the answer that made the employee ineligible. */
export function ineligible(
  form: FormVersion,
  completion: Completion,
  body: FillPdfRequest,
  language: Language,
): Problem {
  const last = completion.outcome === "INELIGIBLE" ? completion.walk.path.at(-1) : undefined;
  const hasFederalValues = (body.federalValues ?? undefined) !== undefined;
  const set = last === undefined ? undefined : form.questionSet(last, language, hasFederalValues);
  const questionId = set?.navigation.navigationType === "VARIABLE" ? set.navigation.questionId : undefined;
  if (questionId === undefined) return new Problem("INELIGIBLE");
  const error = fieldError(pointerTo("/fields", questionId), "INELIGIBLE", language);
  return new Problem("INELIGIBLE", { errors: [{ ...error, questionId }] });
}

/** A value that does not fit its box or cannot be printed. Reported where it was entered, not where it is printed. */
export function unprintable(
  form: FormVersion,
  request: CompleteRequest,
  problems: readonly FillProblem[],
): Problem {
  const errors = new Map<string, FieldError>();
  for (const problem of problems) {
    const entries = form
      .printedFrom(request, problem.field)
      .map((source) => ({ ...source, text: textOf(valueAt(request, source.pointer)) }))
      .filter(({ text }) => text !== "");
    for (const { pointer, questionId } of atFault(entries, problem.character)) {
      const error = fieldError(pointer, problem.code, request.language, {
        limit: problem.limit ?? 0,
        character: shown(problem.character ?? ""),
      });
      errors.set(`${error.pointer} ${error.code}`, defined({ ...error, questionId }));
    }
  }
  return new Problem("ANSWERS_REFUSED", { errors: [...errors.values()] });
}

interface Entry extends PrintedSource {
  readonly text: string;
}

/** Names every entry with the character; of entries that are too long together, the longest one. */
function atFault(entries: readonly Entry[], character: string | undefined): readonly PrintedSource[] {
  const suspects =
    character === undefined
      ? entries.toSorted((a, b) => b.text.length - a.text.length).slice(0, 1)
      : entries.filter(({ text }) => text.includes(character));
  return suspects.length > 0 ? suspects : [{ pointer: "" }];
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? "" : String(value).normalize("NFC").trim();
}

function worded(
  { pointer, questionId, code, character = "", message }: FieldProblem,
  language: Language,
): FieldError {
  const error = fieldError(pointer, code, language, { character: shown(character) });
  return defined({ ...error, questionId, message: message ?? error.message });
}

/** An invisible character is shown by its code point. */
function shown(character: string): string {
  if (!/^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]$/u.test(character)) return character;
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
