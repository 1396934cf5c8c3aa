import { INELIGIBLE } from "@withholding-forms/interview";
import type { FormParts } from "../compile/form.js";
import { rawQuestions, type SetGroup } from "../compile/questions.js";
import { formPathsOf } from "./graph.js";
import { setPath } from "./place.js";

/** If a form requires that all its steps are shown before a signature, every path that ends with one shows them. */
export function checkSteps(parts: FormParts): void {
  const { form, questions } = parts.context.form;
  const steps = form.data.shown?.steps;
  if (steps === undefined) return;
  const { sets, federalSets = {} } = rawQuestions(questions);
  const { plain, federal } = parts.sets.en;
  const groups: readonly [SetGroup, typeof plain | undefined, typeof sets][] = [
    ["sets", plain, sets],
    ["federalSets", federal, { ...sets, ...federalSets }],
  ];
  for (const [group, published, raw] of groups) {
    for (const { id } of published ?? [])
      for (const step of raw[id]?.steps ?? [])
        if (!steps.includes(step)) {
          const message = `step ${step} is not one of the form: list it under \`shown\` in form.yaml, or remove it here`;
          parts.context.report(questions, setPath(parts, group, id, "steps"), "way", message);
        }
    for (const formPath of formPathsOf(new Map((published ?? []).map((set) => [set.id, set])), "QS1")) {
      if (formPath.end.nextQuestionSetId === INELIGIBLE) continue;
      const shown = new Set(formPath.sets.flatMap((id) => raw[id]?.steps ?? []));
      const missing = steps.filter((step) => !shown.has(step));
      if (missing.length === 0) continue;
      const message = `the path ${formPath.sets.join(" ")} does not show step ${missing.join(", ")}: lead it through a set that does, such as a short one about the steps that are skipped`;
      parts.context.report(questions, setPath(parts, group, formPath.sets.at(-1) ?? "QS1"), "way", message);
    }
  }
}
