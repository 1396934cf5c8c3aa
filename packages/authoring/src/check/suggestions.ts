import { interviewOf } from "@withholding-forms/catalog/runtime/form-version";
import {
  defined,
  type Expression,
  ExpressionError,
  type Known,
  parseExpression,
  suggestedAnswer,
  typeOf,
  type Value,
  type ValueType,
  visit,
  walkAnswers,
} from "@withholding-forms/interview";
import type { CompiledContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";
import { answerKind, optionsOf, rawQuestions } from "../compile/questions.js";
import { suggestionInputs } from "../compile/scope.js";
import { correctFormula, inFormula } from "../read/problem.js";
import type { Path } from "../read/source.js";
import type { QuestionSource } from "../schema/questions.js";
import { casesOf } from "./cases.js";
import { questionTypes } from "./formulas.js";

/** Formulas of `suggest` name answers of the other form, or of the form itself, and give an answer that the question accepts. */
export function checkSuggestions(parts: FormParts, { content, forms }: CompiledContent): void {
  const { questions } = parts.context.form;
  const { sets, federalSets = {} } = rawQuestions(questions);
  for (const [group, all] of Object.entries({ sets, federalSets }))
    for (const [setId, set] of Object.entries(all))
      for (const [id, question] of Object.entries(set.questions)) {
        checkUnsuggested(parts, [group, setId, "questions", id], question, forms);
        (question.suggest ?? []).forEach(({ from }, index) => {
          const at: Path = [group, setId, "questions", id, "suggest", index];
          const others = forms.filter(({ form }) => form.id === from);
          if (from !== undefined && others.length === 0) {
            // A check of one form does not read the others.
            if (content.whole)
              parts.context.report(
                questions,
                at,
                "suggestion",
                `there is no form ${from}: use the id of a form`,
              );
            return;
          }
          for (const other of from === undefined ? [undefined] : others)
            checkSuggestion(parts, at, question, index, other);
        });
      }
  checkCasesOf(parts, forms);
}

/** A question about "your Form X" has its answer on another form of the catalog. */
function checkUnsuggested(
  { context, form }: FormParts,
  at: Path,
  { ask = "", suggest }: QuestionSource,
  forms: CompiledContent["forms"],
): void {
  const name = /\b(?:does|in|of|on) your (?:federal )?Form (\S*\w)/.exec(ask)?.[1];
  const other = forms.find((one) => one.form.name === name && one.form.id !== form.id);
  if (other === undefined || suggest !== undefined) return;
  const message = `${other.form.id} has the answer: add \`suggest: [{from: ${other.form.id}, when: ..., value: ...}]\``;
  context.report(context.form.questions, at, "suggestion", message);
}

/** What a case says is suggested, with the answers that it gives on other forms. */
function checkCasesOf(parts: FormParts, forms: CompiledContent["forms"]): void {
  const { cases } = parts.context.form;
  for (const one of casesOf(cases)) {
    const index = cases?.data.list.findIndex((written) => written.case === one.case) ?? 0;
    const complain = (message: string): void => {
      if (cases !== undefined)
        parts.context.report(cases, ["list", index], "suggestion", `${one.case}: ${message}`);
    };
    const before = Object.entries(one.before ?? {}).map(([formId, answers]) => {
      const newest = forms.filter(({ form }) => form.id === formId).at(-1);
      return [formId, newest === undefined ? undefined : valuesOf(newest, answers)] as const;
    });
    // A check of one form does not read the others.
    if (one.suggests === undefined || before.some(([, values]) => values === undefined)) continue;
    const { region, zipCode } = one;
    const known: Known = {
      own: valuesOf(parts, one.answers),
      forms: new Map(before.flatMap(([id, values]) => (values === undefined ? [] : [[id, values]]))),
      inputs: new Map(
        Object.entries(defined({ "employee.region": region, "employee.zipCode": zipCode })) as [
          string,
          string,
        ][],
      ),
    };
    for (const [id, expected] of Object.entries(one.suggests)) {
      const questions = parts.sets.en.plain.flatMap((set) => set.questions.filter((own) => own.id === id));
      const found = questions.map((own) => suggestedAnswer(own, known)?.answer ?? null);
      if (found.length === 0) complain(`there is no question "${id}": correct the id`);
      else if (!found.includes(expected))
        complain(`suggests ${found[0] ?? "nothing"} for ${id}: correct the case or \`suggest\``);
    }
  }
}

function valuesOf(
  { sets }: FormParts,
  answers: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, Value> {
  const { source, start, known } = interviewOf(sets.en.plain, sets.en.plain);
  return walkAnswers(source, start, answers, known).values;
}

function checkSuggestion(
  parts: FormParts,
  at: Path,
  question: QuestionSource,
  index: number,
  other: FormParts | undefined,
): void {
  const { when = "", value = "" } = question.suggest?.[index] ?? {};
  const kind = answerKind(parts.context, question);
  const complain = (key: string, text: string, message: string): void =>
    parts.context.report(parts.context.form.questions, [...at, key], "suggestion", inFormula(text, message));
  const types = questionTypes(other ?? parts);
  const typed = (key: string, text: string): readonly [Expression, ValueType] | undefined => {
    try {
      const expression = parseExpression(text);
      const type = typeOf(
        expression,
        (name) => types.get(name) ?? suggestionInputs[name],
        () => "number",
      );
      return [expression, type];
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      const where = other === undefined ? "" : ` (${other.form.id} ${other.form.version})`;
      complain(key, text, `${error.message}${where}: ${correctFormula}`);
      return undefined;
    }
  };
  const condition = typed("when", when);
  if (condition !== undefined && condition[1] !== "boolean")
    complain("when", when, `gives a ${condition[1]}, not a boolean: compare it with something`);
  const result = typed("value", value);
  if (result === undefined) return;
  if (result[1] !== kind.value)
    return complain(
      "value",
      value,
      `gives a ${result[1]}, but the answer is a ${kind.value}: correct one of them`,
    );
  const options = [...optionsOf(question, kind).keys()];
  if (kind.value !== "text" || options.length === 0) return;
  visit(result[0], (node) => {
    if (node.kind === "text" && !options.includes(node.value))
      complain("value", value, `there is no option "${node.value}": use one of ${options.join(", ")}`);
  });
}
