import {
  fillPerjury,
  INELIGIBLE,
  perjuryVariables,
  type Question,
  type QuestionSet,
} from "@withholding-forms/interview";
import type { FormParts } from "../compile/form.js";
import { rawQuestions, type SetGroup } from "../compile/questions.js";
import type { Rule } from "../read/problem.js";
import { fillFigures } from "../resolve/figures.js";
import { moduleReference } from "../resolve/modules.js";
import { edgesOf, explore, type FormPath, formPathsOf, type Sets } from "./graph.js";
import { setPath } from "./place.js";
import { undecidedBy } from "./undecided.js";

/**
 * Every set can be reached, every path ends, none has a cycle; a VARIABLE mapping covers exactly the options of a
 * question that every employee on the path has answered; every end has a perjury statement whose variables were asked.
 */
export function checkNavigation(parts: FormParts): void {
  const { plain, federal } = parts.sets.en;
  checkStatements(parts);
  checkVariant(
    parts,
    "sets",
    plain,
    plain.map((set) => set.id),
  );
  if (federal !== undefined) {
    const own = Object.keys(parts.context.form.questions.data.federalSets ?? {});
    checkVariant(parts, "federalSets", federal, own);
  }
}

function checkVariant(
  parts: FormParts,
  group: SetGroup,
  list: readonly QuestionSet[],
  mustReach: readonly string[],
): void {
  const source = parts.context.form.questions;
  const sets = new Map(list.map((set) => [set.id, set]));
  const { plain, federal = [] } = parts.sets.en;
  const known = new Set([...plain, ...federal].flatMap((set) => set.questions.map(({ id }) => id)));
  const report = (id: string, rest: string[], rule: Rule, message: string): void =>
    parts.context.report(source, setPath(parts, group, id, ...rest), rule, message);

  if (!sets.has("QS1")) return report("QS1", [], "set-unknown", "there is no QS1: call the first set QS1");
  for (const set of list) {
    for (const edge of edgesOf(set)) {
      const next = edge.mapping.nextQuestionSetId;
      if (next !== undefined && next !== INELIGIBLE && !sets.has(next))
        report(
          set.id,
          ["next"],
          "set-unknown",
          `${set.id} leads to ${next}, which does not exist: add the set or correct \`next\``,
        );
    }
    checkMapping(set, list, known, (message) => report(set.id, ["next"], "mapping", message));
  }
  const { reached, loop } = explore(sets, "QS1");
  if (loop !== undefined)
    report(loop, ["next"], "loop", `a path returns to ${loop}: let \`next\` lead only to later sets`);
  for (const id of mustReach)
    if (!reached.has(id))
      report(id, [], "set-unreachable", `no path leads to ${id}: name it in a \`next\`, or remove it`);
  const reported = new Set<string>();
  const once: typeof report = (id, rest, rule, message) => {
    const key = JSON.stringify([id, rest, rule]);
    if (!reported.has(key)) report(id, rest, rule, message);
    reported.add(key);
  };
  for (const formPath of formPathsOf(sets, "QS1")) checkFormPath(formPath, sets, known, once);
}

function checkFormPath(
  formPath: FormPath,
  sets: Sets,
  known: ReadonlySet<string>,
  report: (id: string, rest: string[], rule: Rule, message: string) => void,
): void {
  const name = formPath.sets.join(" ");
  const seen = new Map<string, Question>();
  for (const id of formPath.sets) {
    const set = sets.get(id);
    for (const question of set?.questions ?? []) {
      if (seen.has(question.id)) {
        const message = `"${question.id}" is asked twice on the path ${name}: ask it once, before both sets`;
        report(id, ["questions", question.id], "duplicate-id", message);
      }
      seen.set(question.id, question);
    }
    if (set?.navigation.navigationType !== "VARIABLE") continue;
    const { questionId } = set.navigation;
    const deciding = seen.get(questionId);
    if (deciding === undefined && known.has(questionId)) {
      const message = `"${questionId}" decides where ${id} leads but is not asked on the path ${name}: ask it before, or decide by another question`;
      report(id, ["next"], "condition", message);
    } else if (deciding !== undefined && !everybodyAnswers(deciding)) {
      const message = `"${questionId}" decides where ${id} leads, so everyone must answer it: remove its \`when\` and \`required: never\``;
      report(id, ["next"], "condition", message);
    } else {
      const missing = deciding === undefined ? undefined : undecidedBy(deciding, seen);
      if (missing === undefined) continue;
      const message = `"${questionId}" decides where ${id} leads but has no value on the path ${name} if "${missing}" is not answered: write "${missing} ? true : false" in its calculation`;
      report(id, ["next"], "condition", message);
    }
  }
  if (formPath.end.nextQuestionSetId === INELIGIBLE) return;
  const last = formPath.sets.at(-1) ?? "QS1";
  const statement = formPath.end.perjuryStatement ?? "";
  for (const id of perjuryVariables(statement)) {
    if (seen.has(id)) continue;
    const message = `the perjury statement mentions {{ ${id} }}, which is not asked on the path ${name}: end this path with another statement`;
    report(last, [], "perjury", message);
  }
}

function everybodyAnswers({ isCalculated, required }: Question): boolean {
  return required.when === undefined && (isCalculated || required.whenRequired !== "NEVER");
}

/** Braces that are no variable would be shown to the person who signs. */
function checkStatements(parts: FormParts): void {
  const source = parts.context.form.questions;
  for (const [name, statement] of Object.entries(rawQuestions(source).perjury)) {
    const { figures } = parts.context.form;
    const rest = fillPerjury(
      fillFigures(statement.replace(moduleReference, ""), figures, "en", () => {}),
      () => "",
    );
    if (/[{}]/.test(rest))
      parts.context.report(
        source,
        ["perjury", name],
        "perjury",
        "has braces that are no variable: write {{ id }} or remove them",
      );
  }
}

function checkMapping(
  set: QuestionSet,
  list: readonly QuestionSet[],
  known: ReadonlySet<string>,
  report: (message: string) => void,
): void {
  const { navigation } = set;
  if (navigation.navigationType !== "VARIABLE") return;
  const keys = Object.keys(navigation.navigationMappings);
  // The question may be in several sets; the mapping must serve the one in this set, or else any of them.
  const here = set.questions.filter((question) => question.id === navigation.questionId);
  const deciding =
    here.length > 0
      ? here
      : list.flatMap((one) => one.questions.filter((question) => question.id === navigation.questionId));
  if (!known.has(navigation.questionId))
    return report(`there is no question "${navigation.questionId}": correct \`by\``);
  if (deciding.length === 0) return;
  const options = new Set(deciding.flatMap(outcomes));
  for (const option of options)
    if (!keys.includes(option))
      report(`the answer ${option} to "${navigation.questionId}" leads nowhere: add it, or \`otherwise\``);
  for (const key of keys)
    if (!options.has(key))
      report(`"${navigation.questionId}" has no option ${key}: remove it, or correct its spelling`);
}

/** The possible answers of a deciding question: its options, or true and false for a calculated condition. */
function outcomes(question: Question): string[] {
  if (question.isCalculated) return question.valueType === "boolean" ? ["true", "false"] : [];
  return (question.questionOptions ?? []).map((option) => String(option.value));
}
