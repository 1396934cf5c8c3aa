import {
  type ChangedQuestion,
  type Comparison,
  compareVersions,
  type Placed,
  type Question,
  type QuestionSet,
} from "@withholding-forms/client";
import { openCatalog } from "../app/open-catalog.js";
import { type SetChoice, setsOf } from "../app/question-sets.js";
import { readConfig } from "../config.js";
import { print } from "./print.js";
import { requireForm } from "./require-form.js";

/** Compares the questions of two versions and shows which stored answers stay valid. */
export async function diff(
  formId: string,
  from: string,
  to: string,
  { json, ...choice }: SetChoice & { readonly json: boolean },
): Promise<void> {
  const catalog = openCatalog(readConfig(process.env));
  const old = requireForm(catalog, formId, from).form;
  const now = requireForm(catalog, formId, to).form;
  const before = await setsOf(old, choice);
  const compared = compareVersions(before, await setsOf(now, choice));
  const { added, removed, changed, unchanged, sets } = compared;
  const storedAnswers = fates(before, compared);
  if (json) {
    const result = {
      formId,
      from: old.version,
      to: now.version,
      added: added.map(brief),
      removed: removed.map(brief),
      changed: changed.map(({ questionId, parts, before, after }) => ({
        questionId,
        parts,
        before: before.question,
        after: after.question,
      })),
      unchanged,
      sets,
      storedAnswers,
    };
    return print(JSON.stringify(result));
  }
  const lines = [
    `${formId} ${old.version} -> ${now.version}`,
    ...section("added", added, ({ questionId, question }) => `${questionId}: ${question.questionText}`),
    ...section("removed", removed, ({ questionId, question }) => `${questionId}: ${question.questionText}`),
    ...section("changed", changed, ({ questionId, parts }) => `${questionId}: ${parts.join(", ")}`),
    `unchanged: ${unchanged.length}`,
    ...section("sets added", sets.added, String),
    ...section("sets removed", sets.removed, String),
    ...section("sets with changed navigation", sets.navigation, String),
    ...section("sets with a changed perjury statement", sets.perjuryStatement, String),
    "",
    "Stored answers",
    ...fateLines(storedAnswers),
  ];
  print(lines.join("\n"));
}

/**
 * VALID: whatever was accepted still is. RECHECK: what is accepted has changed, so it depends on the answer; run
 * `migrate`. DROPPED: no longer asked.
 */
export type Fate = "VALID" | "RECHECK" | "DROPPED";

export interface StoredAnswer {
  readonly questionId: string;
  readonly fate: Fate;
  /** Choices that are gone. */
  readonly optionsGone?: readonly string[];
}

function fates(
  before: readonly QuestionSet[],
  { unchanged, changed, removed }: Comparison,
): readonly StoredAnswer[] {
  // There are no stored answers to calculated questions.
  const asked = before.flatMap((set) => set.questions.filter(({ isCalculated }) => !isCalculated));
  const answered = new Set(asked.map(({ id }) => id));
  const all = [
    ...unchanged.map((questionId): StoredAnswer => ({ questionId, fate: "VALID" })),
    ...changed.map(fateOf),
    ...removed.map(({ questionId }): StoredAnswer => ({ questionId, fate: "DROPPED" })),
  ];
  return all.filter(({ questionId }) => answered.has(questionId));
}

function fateOf({ questionId, parts, before, after }: ChangedQuestion): StoredAnswer {
  if (after.question.isCalculated) return { questionId, fate: "DROPPED" };
  if (newChecks(before.question, after.question)) return { questionId, fate: "RECHECK" };
  if (!parts.includes("answer")) return { questionId, fate: "VALID" };
  const old = choicesOf(before.question);
  const now = choicesOf(after.question);
  if (old === undefined || now === undefined) return { questionId, fate: "RECHECK" };
  const optionsGone = old.filter((choice) => !now.includes(choice));
  return optionsGone.length === 0
    ? { questionId, fate: "VALID" }
    : { questionId, fate: "RECHECK", optionsGone };
}

/** Whether there is a new rule that the answer must satisfy. A changed message is not a new rule. */
function newChecks(before: Question, after: Question): boolean {
  const old = new Set(before.checks?.map(({ formula }) => formula));
  return after.checks?.some(({ formula }) => !old.has(formula)) ?? false;
}

/** For a question with choices, only these are accepted. */
function choicesOf({ questionOptions, multiSelectQuestionOptions }: Question): string[] | undefined {
  return (
    questionOptions?.map(({ value, id, label }) => String(value ?? id ?? label)) ??
    multiSelectQuestionOptions?.map(({ id }) => id)
  );
}

function brief({ questionId, questionSetIds, question }: Placed): object {
  return { questionId, questionSetIds, questionText: question.questionText };
}

function section<Item>(title: string, items: readonly Item[], line: (item: Item) => string): string[] {
  return items.length === 0 ? [] : [`${title}: ${items.length}`, ...items.map((item) => `  ${line(item)}`)];
}

function fateLines(answers: readonly StoredAnswer[]): string[] {
  const words: Readonly<Record<Fate, string>> = {
    VALID: "stay valid",
    RECHECK: "must be checked again (run migrate)",
    DROPPED: "are no longer asked",
  };
  return (Object.keys(words) as Fate[]).flatMap((fate) => {
    const of = answers.filter((answer) => answer.fate === fate);
    const name = ({ questionId, optionsGone }: StoredAnswer): string =>
      optionsGone === undefined ? questionId : `${questionId} (without ${optionsGone.join(", ")})`;
    return of.length === 0 ? [] : [`  ${words[fate]}: ${of.map(name).join(", ")}`];
  });
}
