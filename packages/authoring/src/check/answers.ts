import { idsOf, parseExpression, perjuryVariables } from "@withholding-forms/interview";
import type { FormParts } from "../compile/form.js";
import { edgesOf } from "./graph.js";
import { questionUsers } from "./order.js";

/** No question is unnecessary: every answer reaches the page, a parameter, a calculation, a condition or the path. */
export function checkAnswers(parts: FormParts): void {
  const { context, form, sets } = parts;
  const used = new Set<string>();
  const mention = (formula: string): void => {
    try {
      for (const id of idsOf(parseExpression(formula))) used.add(id);
    } catch {
      // Reported where the formula itself is checked.
    }
  };
  for (const field of form.printed) if (field.value !== "") mention(field.value);
  for (const helper of Object.values(form.helpers)) mention(helper);
  for (const { when, message } of form.notices) {
    if (when !== undefined) mention(when);
    for (const id of perjuryVariables(message.en)) used.add(id);
  }
  for (const parameter of form.parameters) {
    mention(parameter.value);
    if (parameter.when !== undefined) mention(parameter.when);
  }
  const all = [...sets.en.plain, ...(sets.en.federal ?? [])];
  for (const set of all) {
    for (const edge of edgesOf(set)) {
      if (edge.by !== undefined) used.add(edge.by);
      for (const id of perjuryVariables(edge.mapping.perjuryStatement ?? "")) used.add(id);
    }
    for (const question of set.questions) {
      // A rule about itself makes a yes or a choice needed, because it can reject an answer; an amount only has limits.
      const stops = question.questionOptions !== undefined;
      for (const id of questionUsers(question)) if (stops || id !== question.id) used.add(id);
    }
  }
  const { data } = context.form.questions;
  for (const group of ["sets", "federalSets"] as const) {
    for (const [setId, set] of Object.entries(data[group] ?? {})) {
      for (const id of Object.keys(set.questions)) {
        if (!used.has(id))
          context.report(
            context.form.questions,
            [group, setId, "questions", id],
            "unused-answer",
            `the answer to "${id}" reaches neither the page nor a parameter: use it, or do not ask it`,
          );
      }
    }
  }
}
