import { evaluate, idsOf, parseExpression, truth, type Walk } from "@withholding-forms/interview";
import { displayText } from "./display.js";
import type { Survey } from "./survey.js";
import type { Answers, Language, Question, QuestionSet, Value } from "./types.js";
import type { PathStep, ShownQuestion, View } from "./view.js";

export interface ViewParts {
  readonly survey: Survey;
  readonly sets: ReadonlyMap<string, QuestionSet>;
  readonly answers: Answers;
  readonly language: Language;
  /** The employee continued from the last set. */
  readonly ended: boolean;
}

export function viewOf({ survey, sets, answers, language, ended }: ViewParts): View {
  const { trail, walk, next } = survey;
  const path = trail.flatMap((id): PathStep[] => {
    const set = sets.get(id);
    if (set === undefined) return [];
    const questions = shown(set, walk, answers, language);
    return [{ questionSetId: id, title: set.breadcrumbTitle, questions }];
  });
  const set = sets.get(trail.at(-1) ?? "");
  const over = next.kind === "COMPLETE" || next.kind === "INELIGIBLE";
  return {
    status: ended && over ? next.kind : "ASKING",
    language,
    ...(set === undefined ? {} : { set }),
    questions: (path.at(-1)?.questions ?? []).filter(({ given }) => given === undefined),
    problems: walk.problems,
    path,
    values: walk.values as ReadonlyMap<string, Value>,
  };
}

function shown(set: QuestionSet, walk: Walk, answers: Answers, language: Language): ShownQuestion[] {
  return asked(set, walk).map((question) => {
    const answer = question.isCalculated ? undefined : answers[question.id];
    const value = walk.values.get(question.id);
    const problem = walk.problems.find(({ questionId }) => questionId === question.id);
    return {
      question,
      ...(answer === undefined ? {} : { answer }),
      ...(value === undefined ? {} : { value }),
      text: displayText(question, value, language),
      ...(problem === undefined ? {} : { problem }),
      ...(problem === undefined && walk.given.has(question.id) ? { given: true as const } : {}),
    };
  });
}

/**
 * The questions that are asked now. One that depends on a question of the same set waits until that one is answered: a
 * condition such as `zone != "NONE"` is true before a zone is chosen.
 */
function asked(set: QuestionSet, { values, problems }: Walk): readonly Question[] {
  const scope = { value: (id: string) => values.get(id) };
  /** Without an answer, or waiting for one. */
  const open = new Set<string>();
  return set.questions.filter(({ id, required: { when }, displayType, isCalculated }) => {
    const condition = when === undefined ? undefined : parseExpression(when);
    if (condition !== undefined && idsOf(condition).some((other) => open.has(other))) {
      open.add(id);
      return false;
    }
    if (condition !== undefined && !truth(evaluate(condition, scope))) return false;
    // A box that is not checked is an answer.
    const isMissing =
      displayType !== "CHECKBOX" &&
      problems.some(({ questionId, code }) => questionId === id && code === "REQUIRED");
    if (isMissing || (isCalculated && open.size > 0 && !values.has(id))) open.add(id);
    return true;
  });
}
