import { suggestedAnswer as suggested } from "@withholding-forms/interview";
import type { Question, Value } from "./types.js";

/** What is already known when a form is asked. */
export interface Known {
  /** `view.values` of the forms that the employee completed before, by form ID. */
  readonly forms: ReadonlyMap<string, ReadonlyMap<string, Value>>;
  /** `employee.region`, `employee.zipCode`, and `placeInputs`, as far as they are known. */
  readonly inputs: ReadonlyMap<string, Value>;
  /** `view.values` of the form itself. */
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

/** The first suggestion of a question that applies. The employee confirms it: it is not an answer by itself. */
export function suggestedAnswer(question: Question, known: Known): SuggestedAnswer | undefined {
  return suggested(question, known as Parameters<typeof suggested>[1]);
}
