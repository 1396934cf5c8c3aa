import { givenAnswers as givenIn, type Inputs, type Value } from "@withholding-forms/interview";
import type { Answers, QuestionSet } from "./types.js";

/** What is known about the employee before the questions of a form. */
export interface GivenBy {
  /** State, province, or territory of the home address. */
  readonly region?: string | undefined;
  /** Answers that the form's `given` has in the flow. */
  readonly given?: Answers | undefined;
}

export function inputsOf({ region, given = {} }: GivenBy): Inputs {
  const known = Object.entries(given).map(([id, answer]) => [`given.${id}`, answer as Value] as const);
  return new Map([...(region === undefined ? [] : [["employee.region", region] as const]), ...known]);
}

/** The answers that follow, as they would be typed, to questions of these sets. */
export function givenAnswers(sets: Iterable<QuestionSet>, by: GivenBy): Answers {
  const inputs = inputsOf(by);
  const found = [...sets].flatMap((set) => Object.entries(givenIn(set, inputs)));
  return Object.fromEntries(found.map(([id, value]) => [id, String(value)]));
}
