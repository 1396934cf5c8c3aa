import { defined } from "./defined.js";
import { evaluate, truth, type Value } from "./evaluate.js";
import { idsOf, parseExpression } from "./expression.js";
import { placeAnswer } from "./place.js";
import type { Question } from "./types.js";
import type { Inputs } from "./walk.js";

/** What is already known before the questions of a form are asked. */
export interface Known {
  /** Values of the forms that the employee completed before, by form ID and question ID. */
  readonly forms: ReadonlyMap<string, ReadonlyMap<string, Value>>;
  /** `employee.region`, `employee.zipCode`, and places, as far as they are known. */
  readonly inputs: Inputs;
  /** Values of the form itself, as far as it is answered. */
  readonly own?: ReadonlyMap<string, Value>;
}

export interface SuggestedAnswer {
  /** The answer as it would be typed. */
  readonly answer: string;
  /** The form that it follows from; absent if it follows from the address or from the form itself. */
  readonly formId?: string;
  /** It follows from answers to the form itself. */
  readonly own?: true;
}

/** The first suggestion that applies. The employee confirms it: it is not an answer by itself. */
export function suggestedAnswer(question: Question, known: Known): SuggestedAnswer | undefined {
  const placed = placeAnswer(question, known.inputs);
  if (placed !== undefined && placed.certainty !== "POSSIBLE") return { answer: placed.answers[0]! };
  const { suggest = [] } = question;
  for (const { formIds, when, value } of suggest) {
    const formId = formIds?.find((id) => known.forms.has(id));
    if (formIds !== undefined && formId === undefined) continue;
    const answers = formId === undefined ? known.own : known.forms.get(formId);
    const scope = { value: (id: string) => answers?.get(id) ?? known.inputs.get(id) };
    if (!truth(evaluate(parseExpression(when), scope))) continue;
    const formula = parseExpression(value);
    const found = evaluate(formula, scope);
    if (found === undefined || found === "") continue;
    const isOwn = formId === undefined && idsOf(formula).some((id) => !id.includes("."));
    return { answer: String(found), ...defined({ formId, own: isOwn ? (true as const) : undefined }) };
  }
  return undefined;
}
