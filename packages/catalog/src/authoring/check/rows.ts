import { idsOf, parseExpression, readAnswer } from "@withholding-forms/interview";
import type { FormParts } from "../compile/form.js";

/** Nobody can count more rows than the form has, and what asks for another row is answered with yes or no. */
export function checkRows(parts: FormParts): void {
  const { context, sets } = parts;
  const questions = [...sets.en.plain, ...(sets.en.federal ?? [])].flatMap((set) => set.questions);
  for (const { path, max, count, another } of context.form.rows.values()) {
    const report = (rule: "condition" | "option", message: string): void =>
      context.report(context.form.questions, path, rule, message);
    for (const id of another) {
      const asked = questions.find((question) => question.id === id);
      if (asked !== undefined && asked.valueType !== "boolean")
        report("option", `"${id}" is no yes/no question, so it cannot ask for another row: give it such an answer`);
    }
    const counted = count === undefined ? undefined : singleId(count);
    for (const question of questions.filter(({ id, isCalculated }) => id === counted && !isCalculated)) {
      if ("value" in readAnswer(question, String(max + 1)))
        report(
          "condition",
          `"${question.id}" takes ${max + 1}, but there are ${max} rows: limit its answers with a pattern, or raise max`,
        );
    }
  }
}

/** Other formulas are their author's to limit. */
function singleId(formula: string): string | undefined {
  try {
    const expression = parseExpression(formula);
    return expression.kind === "id" ? idsOf(expression)[0] : undefined;
  } catch {
    // Reported where the formulas of the rows are checked.
    return undefined;
  }
}
