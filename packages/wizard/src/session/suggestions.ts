import {
  type Known,
  placeInputs,
  type Question,
  type ShownQuestion,
  type SuggestedAnswer,
  suggestedAnswer,
} from "@withholding-forms/client";
import { chosenAddress, knownPlaces } from "./places.js";
import { formView } from "./settle.js";
import type { FormEntry, State } from "./state.js";

/**
 * Fills in what is known: suggestions of the form, and text that the same question on an earlier form has. Nothing of it is
 * an answer until the employee continues.
 */
export function fillIn(state: State, entry: FormEntry): FormEntry {
  const known = knownBefore(entry, state);
  const earlier = formsBefore(entry, state)
    .flatMap(({ reached }) => reached.path)
    .flatMap(({ questions }) => questions);
  const tried = new Set<string>();
  let { filled, view } = entry;
  // What is filled in may bring up another question.
  const next = () =>
    view.questions.find(({ question, answer }) => answer === undefined && !tried.has(question.id));
  for (let open = next(); open !== undefined; open = next()) {
    const { question } = open;
    tried.add(question.id);
    const answer =
      suggestedAnswer(question, { ...known, own: view.values })?.answer ?? sameText(question, earlier);
    if (answer === undefined) continue;
    filled = { ...filled, [question.id]: answer };
    view = formView(state, entry, filled, view.set.id);
  }
  return { ...entry, filled, view };
}

/** Fills in again what follows from other answers to the form, until the employee has answered it. */
export function fillInAgain(state: State, entry: FormEntry): FormEntry {
  const followed = entry.view.questions.filter(
    ({ question: { id, suggest = [] } }) =>
      entry.answers[id] === undefined && suggest.some(({ formIds }) => formIds === undefined),
  );
  const ids = new Set(followed.map(({ question }) => question.id));
  if (ids.size === 0) return entry;
  const filled = Object.fromEntries(Object.entries(entry.filled).filter(([id]) => !ids.has(id)));
  return fillIn(state, { ...entry, filled, view: formView(state, entry, filled, entry.view.set.id) });
}

/** What the forms before it and the home address suggest as the answer to a question. */
export function suggestionFor(
  question: Question,
  entry: FormEntry,
  state: State,
): SuggestedAnswer | undefined {
  return (question.suggest ?? question.place) === undefined
    ? undefined
    : suggestedAnswer(question, knownBefore(entry, state));
}

function knownBefore(entry: FormEntry, state: State): Known {
  const home = chosenAddress(state, "home");
  const inputs =
    "provinceTerritory" in home
      ? [["employee.region", home.provinceTerritory] as const, ["employee.zipCode", home.postalCode] as const]
      : [["employee.region", home.state] as const, ["employee.zipCode", home.zipCode] as const];
  const forms = formsBefore(entry, state).map(({ id, reached }) => [id, reached.values] as const);
  return {
    forms: new Map(forms),
    inputs: new Map([...placeInputs({ locationData: knownPlaces(state) }), ...inputs]),
    own: entry.view.values,
  };
}

function formsBefore({ id }: FormEntry, { forms }: State): readonly FormEntry[] {
  return forms.slice(
    0,
    forms.findIndex((one) => one.id === id),
  );
}

/** Employees should not type the same date of birth twice. */
function sameText(question: Question, earlier: readonly ShownQuestion[]): string | undefined {
  const typed = ["TEXT", "TELEPHONE", "EMAIL", "ZIPCODE"].includes(question.displayType ?? "");
  const same = earlier.find(
    (one) =>
      one.question.id === question.id &&
      one.question.displayType === question.displayType &&
      one.question.questionText === question.questionText,
  );
  return typed && typeof same?.answer === "string" ? same.answer : undefined;
}
