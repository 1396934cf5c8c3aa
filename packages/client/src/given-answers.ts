import { givenAnswers as givenIn } from "@withholding-forms/interview";
import { inputsOf } from "./inputs.js";
import type { Answers, GivenBy, QuestionSet } from "./types.js";

/** The answers that follow, as they would be typed, to questions of these sets. */
export function givenAnswers(sets: Iterable<QuestionSet>, by: GivenBy): Answers {
  const inputs = inputsOf(by);
  const found = [...sets].flatMap((set) => Object.entries(givenIn(set, inputs)));
  return Object.fromEntries(found.map(([id, value]) => [id, String(value)]));
}
