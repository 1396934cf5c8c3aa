import { idsOf, parseExpression, type Question, type QuestionSet } from "@withholding-forms/interview";
import type { FormParts } from "../compile/form.js";
import type { SetGroup } from "../compile/questions.js";
import { formPathsOf } from "./graph.js";
import { setPath } from "./place.js";

/** What a condition or calculation looks at must come before it on some path that asks it; a check may look at its own set. */
export function checkOrder(parts: FormParts, list: readonly QuestionSet[], group: SetGroup): void {
  const source = parts.context.form.questions;
  const sets = new Map(list.map((set) => [set.id, set]));
  const reported = new Set<string>();
  const { plain, federal = [] } = parts.sets.en;
  const asked = new Set([...plain, ...federal].flatMap((set) => set.questions.map(({ id }) => id)));
  const before = new Map<string, Set<string>>();
  for (const path of formPathsOf(sets, "QS1")) {
    const seen = new Set<string>();
    for (const id of path.sets) {
      const set = sets.get(id);
      if (set === undefined) continue;
      for (const question of set.questions) {
        const key = `${id}/${question.id}`;
        before.set(key, union(before.get(key), seen));
        seen.add(question.id);
      }
      for (const question of set.questions)
        before.set(`${id}/${question.id}/checks`, union(before.get(`${id}/${question.id}/checks`), seen));
    }
  }
  // A set that no path of this variant visits is checked with the variant that does.
  for (const set of list.filter((one) =>
    one.questions.some((question) => before.has(`${one.id}/${question.id}`)),
  )) {
    for (const question of set.questions) {
      const known = before.get(`${set.id}/${question.id}`);
      // A set that no path leads to is reported as that.
      if (known === undefined) continue;
      const afterSet = before.get(`${set.id}/${question.id}/checks`) ?? new Set();
      const look = (formula: string | undefined, among: ReadonlySet<string>, what: string): void => {
        for (const id of formula === undefined ? [] : idsIn(formula)) {
          // An unknown id is reported where the formula is checked.
          if (!asked.has(id)) continue;
          const key = `${set.id}/${question.id}/${what}/${id}`;
          if (among.has(id) || reported.has(key)) continue;
          reported.add(key);
          parts.context.report(
            source,
            setPath(parts, group, set.id, "questions", question.id),
            "condition",
            `${what} of "${question.id}" looks at "${id}", which is never asked before it: ask "${id}" earlier`,
          );
        }
      };
      look(question.required.when, known, "when");
      look(question.calculation?.formula, known, "the calculation");
      for (const one of question.checks ?? []) look(one.formula, afterSet, "a check");
    }
  }
}

function union(known: Set<string> | undefined, more: ReadonlySet<string>): Set<string> {
  const result = known ?? new Set<string>();
  for (const one of more) result.add(one);
  return result;
}

function idsIn(formula: string): readonly string[] {
  try {
    return idsOf(parseExpression(formula));
  } catch {
    return [];
  }
}

export function questionUsers(question: Question): string[] {
  return [
    question.required.when,
    question.calculation?.formula,
    ...(question.checks ?? []).map((one) => one.formula),
  ].flatMap((formula) => (formula === undefined ? [] : idsIn(formula)));
}
