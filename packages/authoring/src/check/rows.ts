import { parseExpression, readAnswer } from "@withholding-forms/interview";
import type { FormParts } from "../compile/form.js";

/** The count of rows cannot exceed the rows of the form. */
export function checkRows({ context, sets }: FormParts): void {
  const questions = [...sets.en.plain, ...(sets.en.federal ?? [])].flatMap((set) => set.questions);
  for (const { path, max, count } of context.form.rows.values()) {
    const counted = count === undefined ? undefined : singleId(count);
    for (const question of questions.filter(({ id, isCalculated }) => id === counted && !isCalculated)) {
      if (!("value" in readAnswer(question, String(max + 1)))) continue;
      const message = `"${question.id}" takes ${max + 1}, but there are ${max} rows: limit its answers with a pattern, or raise max`;
      context.report(context.form.questions, path, "condition", message);
    }
  }
}

/** Other formulas are their author's to limit. */
function singleId(formula: string): string | undefined {
  try {
    const expression = parseExpression(formula);
    return expression.kind === "id" ? expression.name : undefined;
  } catch {
    // Reported where the formulas of the rows are checked.
    return undefined;
  }
}
