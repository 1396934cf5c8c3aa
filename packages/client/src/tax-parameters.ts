import { evaluate, parameterText, parseExpression, truth, type Value } from "@withholding-forms/interview";
import type { FormInformation, Value as Published, TaxParameter } from "./types.js";

/**
 * The tax parameters that follow from the answers to a form so far, as fillPdf will return them. Only those whose calculation
 * is published. `values` are `view.values`.
 */
export function taxParametersOf(
  { taxParameters }: Pick<FormInformation, "taxParameters">,
  values: ReadonlyMap<string, Published>,
): TaxParameter[] {
  const scope = { value: (id: string) => values.get(id) as Value };
  return taxParameters.flatMap(({ id, valueType, calculation }) => {
    if (calculation === undefined) return [];
    const { formula, when } = calculation;
    if (when !== undefined && !truth(evaluate(parseExpression(when), scope))) return [];
    return [{ id, valueType, value: parameterText(valueType, evaluate(parseExpression(formula), scope)) }];
  });
}
