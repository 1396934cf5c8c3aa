import { walkAnswers } from "@withholding-forms/interview";
import { compareVersions, type QuestionPart } from "./compare.js";
import type { AnswerProblem, Answers, Question, QuestionSet } from "./types.js";

/** Which answers, stored for one version of a form, are valid in another. */
export interface Migration {
  readonly answers: readonly MigratedAnswer[];
  /** Questions of the new version that have no answer yet and need one, as far as the answers lead. */
  readonly missing: readonly AnswerProblem[];
  /** Answers to send to `fillPdf`: the valid ones. */
  readonly holding: Answers;
  /** COMPLETE: nothing has to be asked again. */
  readonly end: "COMPLETE" | "INELIGIBLE" | "STOPPED";
}

export interface MigratedAnswer {
  readonly questionId: string;
  readonly outcome: MigrationOutcome;
  /** Why an answer was rejected. */
  readonly problem?: AnswerProblem;
  /** What changed about its question. The employee may want to review the answer. */
  readonly changed: readonly QuestionPart[];
}

/**
 * HOLDS: asked and accepted. REFUSED: asked, but no longer accepted. UNASKED: the question exists, but the other answers
 * do not lead to it. UNREACHED: well formed, but whether it is asked depends on an earlier problem. CALCULATED: no longer
 * asked, but calculated. REMOVED: the question no longer exists.
 */
export type MigrationOutcome = "HOLDS" | "REFUSED" | "UNASKED" | "UNREACHED" | "CALCULATED" | "REMOVED";

/** `after` starts with the first set of a journey, as `allQuestionSets` returns them. */
export function migrateAnswers(
  answers: Answers,
  before: readonly QuestionSet[],
  after: readonly QuestionSet[],
): Migration {
  const sets = new Map(after.map((set) => [set.id, set]));
  const questions = after.flatMap((set) => set.questions);
  const known = (id: string): Question[] => questions.filter((question) => question.id === id);
  const given = Object.keys(answers).filter((id) => isGiven(answers[id]));
  const held = Object.fromEntries(given.flatMap((id) => (known(id).length > 0 ? [[id, answers[id]]] : [])));
  const walked = walkAnswers((id) => sets.get(id), after[0]?.id ?? "", held, known);
  const used = new Set(walked.used);
  const ignored = new Set(walked.ignored);
  const changes = new Map(
    compareVersions(before, after).changed.map(({ questionId, parts }) => [questionId, parts]),
  );

  const migrated = given.map((questionId): MigratedAnswer => {
    const problem = walked.problems.find((one) => one.questionId === questionId);
    const outcome = outcomeOf(known(questionId), problem, used.has(questionId), ignored.has(questionId));
    return {
      questionId,
      outcome,
      ...(outcome === "REFUSED" && problem !== undefined ? { problem } : {}),
      changed: changes.get(questionId) ?? [],
    };
  });
  return {
    answers: migrated,
    missing: walked.problems.filter(
      ({ questionId, code }) => code === "REQUIRED" && !given.includes(questionId),
    ),
    holding: Object.fromEntries(
      migrated
        .filter(({ outcome }) => outcome === "HOLDS")
        .map(({ questionId }) => [questionId, answers[questionId] ?? null]),
    ),
    end: walked.problems.length > 0 ? "STOPPED" : walked.end,
  };
}

function outcomeOf(
  questions: readonly Question[],
  problem: AnswerProblem | undefined,
  used: boolean,
  ignored: boolean,
): MigrationOutcome {
  if (questions.length === 0) return "REMOVED";
  if (questions.every(({ isCalculated }) => isCalculated)) return "CALCULATED";
  if (problem !== undefined) return "REFUSED";
  if (used) return "HOLDS";
  return ignored ? "UNASKED" : "UNREACHED";
}

function isGiven(answer: Answers[string] | undefined): boolean {
  return answer !== undefined && answer !== null && answer !== "";
}
