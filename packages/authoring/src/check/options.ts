import { readAnswer } from "@withholding-forms/interview";
import type { FormParts } from "../compile/form.js";
import type { SetGroup } from "../compile/questions.js";
import { setPath } from "./place.js";

/** Every option of a question is an answer that its pattern accepts. */
export function checkOptions(parts: FormParts): void {
  const { plain, federal = [] } = parts.sets.en;
  const groups: readonly [SetGroup, typeof plain][] = [
    ["sets", plain],
    ["federalSets", federal],
  ];
  for (const [group, sets] of groups) {
    for (const set of sets) {
      for (const question of set.questions) {
        const values = [
          ...(question.questionOptions ?? []).map((option) => option.value),
          ...(question.multiSelectQuestionOptions ?? []).map((option) => option.id),
        ];
        for (const value of values.filter((one) => !("value" in readAnswer(question, one)))) {
          const path = setPath(parts, group, set.id, "questions", question.id);
          const message = `the pattern of "${question.id}" rejects its own option ${String(value)}: change the pattern or the option`;
          parts.context.report(parts.context.form.questions, path, "option", message);
        }
      }
    }
  }
}
