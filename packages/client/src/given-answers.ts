import {
  followingAnswers as following,
  givenAnswers as givenIn,
  placeAnswer,
} from "@withholding-forms/interview";
import { inputsOf } from "./inputs.js";
import type { Answers, GivenBy, QuestionSet, Value } from "./types.js";

/** The answers that follow, as they would be typed, to questions of these sets. */
export function givenAnswers(sets: Iterable<QuestionSet>, by: GivenBy): Answers {
  const inputs = inputsOf(by);
  const found = [...sets].flatMap((set) => Object.entries(givenIn(set, inputs)));
  return Object.fromEntries(found.map(([id, value]) => [id, String(value)]));
}

/** The answers to questions of a flow that follow from `view.values` of forms, by form ID. */
export function followingAnswers(
  sets: Iterable<QuestionSet>,
  forms: ReadonlyMap<string, ReadonlyMap<string, Value>>,
): Answers {
  return following(sets, forms as Parameters<typeof following>[1]);
}

/** What `suggestedAnswer` gets as inputs to suggest answers that follow from places. */
export function placeInputs(by: Pick<GivenBy, "locationData">): ReadonlyMap<string, Value> {
  return inputsOf(by) as ReadonlyMap<string, Value>;
}

/** The set with the options first that the places of an address make possible. */
export function possibleFirst<Set extends QuestionSet>(set: Set, by: Pick<GivenBy, "locationData">): Set {
  const inputs = inputsOf(by);
  const firstOf = (question: QuestionSet["questions"][number]): readonly string[] => {
    const found = placeAnswer(question, inputs);
    return found?.certainty === "POSSIBLE" ? found.answers : [];
  };
  if (set.questions.every((question) => firstOf(question).length === 0)) return set;
  const questions = set.questions.map((question) => {
    const first = firstOf(question);
    const { questionOptions: options } = question;
    const rank = ({ value }: { value?: string | boolean }) => Number(!first.includes(String(value)));
    if (first.length === 0 || options === undefined) return question;
    return { ...question, questionOptions: [...options].sort((a, b) => rank(a) - rank(b)) };
  });
  return { ...set, questions };
}
