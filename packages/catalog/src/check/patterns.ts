import { readAnswer } from "@withholding-forms/interview";
import { checkSync } from "recheck";
import type { CompiledContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";
import type { Report } from "../problem.js";
import type { Path, Source } from "../source.js";

/** Patterns are anchored, compile with the `u` flag, run in linear time, avoid what other languages lack, and match their own options. */
export async function checkPatterns(
  compiled: CompiledContent,
  forms: readonly FormParts[],
  report: Report,
): Promise<void> {
  const seen = new Map<string, string | undefined>();
  const check = (source: Source, path: Path, pattern: string): void => {
    if (!seen.has(pattern)) seen.set(pattern, patternFault(pattern));
    const fault = seen.get(pattern);
    if (fault !== undefined)
      report({ ...source.at(path), rule: "pattern", message: `${fault}: ${pattern.slice(0, 100)}` });
  };
  const { answers, identity } = compiled.content;
  for (const [name, kind] of Object.entries(answers.data as Record<string, { pattern?: string }>)) {
    if (kind.pattern !== undefined) check(answers, [name, "pattern"], kind.pattern);
  }
  for (const [name, kind] of Object.entries(
    (identity.data["patterns"] ?? {}) as Record<string, { pattern: string }>,
  ))
    check(identity, ["patterns", name, "pattern"], kind.pattern);
  for (const { context, sets } of forms) {
    const source = context.form.questions;
    for (const set of [...sets.en.plain, ...(sets.en.federal ?? [])]) {
      for (const question of set.questions) {
        const path = ["sets", set.id, "questions", question.id];
        if (question.validationRegex === undefined) continue;
        // Patterns made from options are lists of plain words, safe by their make.
        if (question.questionOptions === undefined && question.multiSelectQuestionOptions === undefined)
          check(source, path, question.validationRegex);
        const values = [
          ...(question.questionOptions ?? []).map((option) => option.value),
          ...(question.multiSelectQuestionOptions ?? []).map((option) => option.id),
        ];
        if (new Set(values).size < values.length)
          report({
            ...source.at(path),
            rule: "option",
            message: `two options of "${question.id}" have the same value`,
          });
        for (const value of values) {
          if (!("value" in readAnswer(question, value)))
            report({
              ...source.at(path),
              rule: "option",
              message: `the pattern of "${question.id}" refuses its own option ${String(value)}`,
            });
        }
      }
    }
  }
}

export function patternFault(pattern: string): string | undefined {
  if (!pattern.startsWith("^") || !pattern.endsWith("$")) return "not anchored with ^ and $";
  if (/\(\?(?!:)/.test(pattern)) return "uses look-around or another group that not every language has";
  if (/\\[1-9]/.test(pattern)) return "uses a back-reference";
  try {
    new RegExp(pattern, "u");
  } catch {
    return "does not compile";
  }
  // `\p{..}` classes are plain character classes: the analyser reads them as ASCII stand-ins.
  const plain = pattern.replace(/\\p\{[A-Za-z]+\}/g, "a-zA-Z").replaceAll("[a-zA-Z]", "[a-zA-Z]");
  const verdict = checkSync(outsideClasses(plain), "", { timeout: 3000 });
  return verdict.status === "safe" ? undefined : `not proven to run in linear time (${verdict.status})`;
}

/** `a-zA-Z` that stood for a class outside brackets gets its brackets. */
function outsideClasses(pattern: string): string {
  let inside = false;
  let result = "";
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern[index] ?? "";
    if (character === "\\") {
      result += character + (pattern[index + 1] ?? "");
      index++;
      continue;
    }
    if (character === "[") inside = true;
    if (character === "]") inside = false;
    if (!inside && pattern.startsWith("a-zA-Z", index)) {
      result += "[a-zA-Z]";
      index += "a-zA-Z".length - 1;
    } else result += character;
  }
  return result;
}
