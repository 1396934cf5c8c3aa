import { interviewOf } from "@withholding-forms/catalog/runtime/form-version";
import { type QuestionSet, walkAnswers } from "@withholding-forms/interview";
import type { FormParts } from "../compile/form.js";
import type { SetGroup } from "../compile/questions.js";
import { setPath } from "./place.js";

/** The answers that say that a set does not apply are accepted, and lead on as one page promises. */
export function checkExpress(parts: FormParts): void {
  const { plain, federal } = parts.sets.en;
  const groups: readonly [SetGroup, readonly QuestionSet[]][] = [
    ["sets", plain],
    ["federalSets", federal ?? []],
  ];
  for (const [group, sets] of groups)
    for (const set of sets)
      for (const message of faultsOf(set, sets))
        parts.context.report(
          parts.context.form.questions,
          setPath(parts, group, set.id, "express"),
          "express",
          message,
        );
}

function faultsOf({ express, ...set }: QuestionSet, sets: readonly QuestionSet[]): string[] {
  if (express === undefined) return [];
  const alone = interviewOf([set], [set]);
  const { problems, end } = walkAnswers(alone.source, set.id, express.answers, alone.known);
  const found = problems.map(({ questionId, code }) =>
    code === "UNKNOWN"
      ? `the set does not ask "${questionId}": remove it from \`answers\``
      : `"${questionId}" is not answered as its question wants: give it another value in \`answers\``,
  );
  if (end === "INELIGIBLE")
    found.push("these answers end the form: give answers of an employee to whom the set does not apply");
  if (express.place === "PAGE" && found.length === 0 && !hasNeighbor(set, express.answers, sets))
    found.push(
      "no other set of the page follows it with these answers, or leads to it: use the place CHECKLIST, or remove `express`",
    );
  return found;
}

/** Whether a set of the page is next, with the answers that say that this one does not apply. */
function hasNeighbor(
  set: QuestionSet,
  answers: Readonly<Record<string, string>>,
  sets: readonly QuestionSet[],
): boolean {
  const next = nextOf(set, answers);
  return sets.some(
    (other) =>
      other.express?.place === "PAGE" &&
      (other.id === next || nextOf(other, other.express.answers) === set.id),
  );
}

function nextOf({ navigation }: QuestionSet, answers: Readonly<Record<string, string>>): string | undefined {
  if (navigation.navigationType === "CONSTANT") return navigation.navigationMapping.nextQuestionSetId;
  return navigation.navigationMappings[answers[navigation.questionId] ?? ""]?.nextQuestionSetId;
}
