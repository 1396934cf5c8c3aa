import type { Completion, FieldProblem, FormVersion } from "@withholding-forms/catalog";
import type { FieldError, FillPdfRequest } from "@withholding-forms/contract";
import { impossibleNumbers, type Language } from "@withholding-forms/interview";
import type { FillProblem } from "@withholding-forms/pdf";
import { messagesIn } from "../problems/messages/messages.js";
import { Problem } from "../problems/problem.js";
import { fieldError, isObject, pointerTo } from "../problems/validation.js";

/** Everything wrong with a request at once: by the form's content, by our rules on numbers, and by the schema. */
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
  // The content's words are better than ours, so where two speak of one entry, the first wins.
  const errors = new Map<string, FieldError>();
  for (const error of [...content.map((problem) => worded(problem, language)), ...numbers, ...schemaErrors]) {
    if (!errors.has(error.pointer)) errors.set(error.pointer, error);
  }
  return new Problem("ANSWERS_REFUSED", { errors: [...errors.values()] });
}

/** Names the answer that led out of the form. */
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

/** A value that does not fit its box, or cannot be printed: pointed out where it was entered, not where it prints. */
export function unprintable(
  body: FillPdfRequest,
  completion: Extract<Completion, { outcome: "COMPLETE" }>,
  problems: readonly FillProblem[],
  language: Language,
): Problem {
  const entered = entries(body);
  const printed = completion.printed.byName();
  const errors = new Map<string, FieldError>();
  for (const problem of problems) {
    for (const { pointer, questionId } of sourcesOf(problem, String(printed[problem.field] ?? ""), entered)) {
      const error = fieldError(pointer, problem.code, language, {
        limit: problem.limit ?? 0,
        character: shown(problem.character ?? ""),
      });
      errors.set(`${error.pointer} ${error.code}`, {
        ...error,
        ...(questionId === undefined ? {} : { questionId }),
      });
    }
  }
  return new Problem("ANSWERS_REFUSED", { errors: [...errors.values()] });
}

function worded(
  { pointer, questionId, code, character = "", message }: FieldProblem,
  language: Language,
): FieldError {
  return {
    ...fieldError(pointer, code, language, { character: shown(character) }),
    ...(questionId === undefined ? {} : { questionId }),
    ...(message === undefined ? {} : { message }),
  };
}

/** A character that nobody can see is shown by its number. */
function shown(character: string): string {
  if (!/^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]$/u.test(character)) return character;
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

interface Entry {
  readonly pointer: string;
  readonly questionId?: string;
  readonly text: string;
}

/** All texts of the request, with where they stand. */
function entries(body: FillPdfRequest): Entry[] {
  const found: Entry[] = [];
  const collect = (value: unknown, pointer: string, questionId?: string): void => {
    if (typeof value === "string" || typeof value === "number") {
      found.push({
        pointer,
        text: String(value).normalize("NFC").trim(),
        ...(questionId === undefined ? {} : { questionId }),
      });
    } else if (isObject(value)) {
      for (const [name, member] of Object.entries(value)) collect(member, pointerTo(pointer, name));
    }
  };
  collect(body.employee, "/employee");
  collect(body.employer, "/employer");
  for (const [id, answer] of Object.entries(body.fields)) collect(answer, pointerTo("/fields", id), id);
  return found;
}

/**
 * A field named after a question prints its answer; any other prints entries that can be found again in its text. Every
 * entry with the character is at fault; of entries that are too long together, the longest is named.
 */
function sourcesOf(
  problem: FillProblem,
  printed: string,
  entered: readonly Entry[],
): readonly { readonly pointer: string; readonly questionId?: string }[] {
  const { field, character } = problem;
  const suspects = entered.filter(
    ({ questionId, text }) =>
      questionId === field ||
      (text !== "" && printed.includes(text) && (character === undefined || text.includes(character))),
  );
  const named = suspects.find(({ questionId }) => questionId === field);
  if (named !== undefined) return [named];
  if (suspects.length === 0) return [{ pointer: "" }];
  if (character !== undefined) return suspects;
  return suspects.sort((a, b) => b.text.length - a.text.length).slice(0, 1);
}
