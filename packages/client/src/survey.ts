import { follow, type Inputs, type Walk, walkAnswers } from "@withholding-forms/interview";
import type { Answers, Question, QuestionSet } from "./types.js";

export interface Survey {
  /** The sets shown so far, if the answers still lead there. The last one is the current set. */
  readonly trail: readonly string[];
  /** The engine's walk along the trail: values, problems, the statement at the end. */
  readonly walk: Walk;
  /** Where the current set leads. NOWHERE: its answers are valid, but its navigation has no mapping for them. */
  readonly next: Next;
}

export type Next =
  | { readonly kind: "SET"; readonly questionSetId: string }
  | { readonly kind: "COMPLETE" | "INELIGIBLE" | "PROBLEMS" | "NOWHERE" };

/**
 * Evaluates the sets that were shown with the service's engine, one set at a time, and stops at the first set that has a
 * problem or leads elsewhere than before.
 */
export function survey(
  shown: readonly string[],
  sets: ReadonlyMap<string, QuestionSet>,
  answers: Answers,
  inputs?: Inputs,
): Survey {
  let found: Survey = { trail: [], walk: nowhere, next: { kind: "COMPLETE" } };
  for (let length = 1; length <= shown.length; length++) {
    const trail = shown.slice(0, length);
    found = { trail, ...surveyLast(trail, sets, answers, inputs) };
    if (found.next.kind !== "SET" || found.next.questionSetId !== shown[length]) break;
  }
  return found;
}

const nowhere: Walk = {
  path: [],
  end: "STOPPED",
  values: new Map(),
  used: [],
  given: new Set(),
  problems: [],
  ignored: [],
};

/** The last set of a trail on which everything before it leads there. */
export function surveyLast(
  trail: readonly string[],
  sets: ReadonlyMap<string, QuestionSet>,
  answers: Answers,
  inputs: Inputs | undefined,
): Pick<Survey, "walk" | "next"> {
  const known = new Map<string, Question[]>();
  for (const id of trail) {
    for (const question of sets.get(id)?.questions ?? [])
      known.set(question.id, [...(known.get(question.id) ?? []), question]);
  }
  // Answers to later sets are kept; here they would count as answers to unknown questions.
  const given = Object.fromEntries(Object.entries(answers).filter(([id]) => known.has(id)));
  const walked = walkAnswers(
    (id) => (trail.includes(id) ? sets.get(id) : undefined),
    trail[0] ?? "",
    given,
    (id) => known.get(id) ?? [],
    inputs,
  );
  return { walk: walked, next: nextOf(trail, sets, walked) };
}

function nextOf(trail: readonly string[], sets: ReadonlyMap<string, QuestionSet>, walked: Walk): Next {
  if (walked.problems.length > 0) return { kind: "PROBLEMS" };
  if (walked.end !== "STOPPED") return { kind: walked.end };
  const set = sets.get(trail.at(-1) ?? "");
  const next = set === undefined ? undefined : follow(set.navigation, walked.values)?.nextQuestionSetId;
  return next === undefined ? { kind: "NOWHERE" } : { kind: "SET", questionSetId: next };
}
