import type { TaxParameter } from "@withholding-forms/contract";
import {
  fixed,
  number,
  parameterText,
  type Question,
  type Scope,
  type SetSource,
  textOf,
  truth,
  type Value,
  valueTypeOf,
} from "@withholding-forms/interview";
import type { ReadyForm } from "./ready-form.js";

export function taxParameters(ready: ReadyForm, scope: Scope): TaxParameter[] {
  const found: TaxParameter[] = [];
  for (const { id, type, value, when } of ready.parameters)
    if (when === undefined || truth(when(scope)))
      found.push({ id, value: parameterText(type, value(scope)), valueType: type });
  return found;
}

/**
 * What the calculated questions of the path came to: numbers with the decimal places of their calculation. A question that is
 * not asked has the value of its published formula, which is self-contained: 0, false, or an empty string.
 */
export function calculatedValues(
  path: readonly string[],
  source: SetSource,
  values: ReadonlyMap<string, Value>,
): Readonly<Record<string, string>> {
  const questions = path.flatMap((id) => source(id)?.questions ?? []);
  return Object.fromEntries(
    questions.flatMap((question) => {
      const { id, calculation } = question;
      return calculation === undefined
        ? []
        : [[id, calculatedText(question, calculation.scale, values.get(id))]];
    }),
  );
}

function calculatedText(question: Question, scale: number, value: Value): string {
  switch (valueTypeOf(question)) {
    case "number":
      return fixed(number(value), scale);
    case "boolean":
      return String(truth(value));
    default:
      return textOf(value);
  }
}
