import { evaluate, truth, type Value } from "./evaluate.js";
import { parseExpression } from "./expression.js";
import type { QuestionSet } from "./types.js";

/** Answers to questions of a flow that follow from forms: `forms` has the values of those that have answers, by form ID. */
export function followingAnswers(
  sets: Iterable<QuestionSet>,
  forms: ReadonlyMap<string, ReadonlyMap<string, Value>>,
): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { questions } of sets)
    for (const { id, follows } of questions) {
      if (follows === undefined) continue;
      const { formIds, when, value, otherwise } = follows;
      const values = formIds.map((formId) => forms.get(formId)).find((known) => known !== undefined);
      const holds =
        values !== undefined && truth(evaluate(parseExpression(when), { value: (name) => values.get(name) }));
      const answer = holds ? value : otherwise;
      if (answer !== undefined) found[id] = answer;
    }
  return found;
}
