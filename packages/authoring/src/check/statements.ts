import { type Navigation, perjuryVariables, type QuestionSet } from "@withholding-forms/interview";
import type { FormParts } from "../compile/form.js";
import { codedQuestions } from "../compile/perjury-labels.js";
import type { SetGroup } from "../compile/questions.js";
import { setPath } from "./place.js";

/**
 * Where a perjury statement names a choice with codes, the end of its set can depend on that choice, so that the label
 * is published.
 */
export function checkStatements(parts: FormParts): void {
  const { plain, federal = [] } = parts.sets.en;
  const coded = codedQuestions(parts.sets);
  const groups: readonly [SetGroup, readonly QuestionSet[]][] = [
    ["sets", plain],
    ["federalSets", federal],
  ];
  for (const [group, sets] of groups)
    for (const set of sets) {
      const path = setPath(parts, group, set.id);
      for (const { names, by } of endsOf(set.navigation, coded)) {
        if (names.length === 0 || (names.length === 1 && (by === undefined || by === names[0]))) continue;
        const words = names.map((id) => `{{ ${id} }}`).join(" and ");
        parts.context.report(
          parts.context.form.questions,
          path,
          "perjury",
          `the statement says ${words}, and an answer to it is a code: end the set by that question and no other, so that the option's label can be published`,
        );
      }
    }
}

/** The choices with codes that each end of a set names, and the question that decides. */
function endsOf(
  navigation: Navigation,
  coded: ReadonlySet<string>,
): { readonly names: readonly string[]; readonly by?: string }[] {
  const named = (statement: string | undefined): string[] => [
    ...new Set(perjuryVariables(statement ?? "").filter((id) => coded.has(id))),
  ];
  if (navigation.navigationType === "CONSTANT")
    return [{ names: named(navigation.navigationMapping.perjuryStatement) }];
  return Object.values(navigation.navigationMappings).map(({ perjuryStatement }) => ({
    names: named(perjuryStatement),
    by: navigation.questionId,
  }));
}
