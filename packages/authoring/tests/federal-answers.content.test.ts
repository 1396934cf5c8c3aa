import { content } from "@withholding-forms/testing/catalog/content";
import { describe, expect, it } from "vitest";
import { casesOf, completer } from "../src/check/cases.js";

const forms = content.forms.filter(({ form }) => form.federalValues);

describe.each(forms.map((parts) => [parts.form.id, parts] as const))("%s with federal values", (_, parts) => {
  it("prints or reports every answer: none is dropped", () => {
    const run = completer(parts, content);
    const asked = new Set(
      [...parts.sets.en.plain, ...(parts.sets.en.federal ?? [])].flatMap(({ questions }) =>
        questions.filter(({ isCalculated }) => !isCalculated).map(({ id }) => id),
      ),
    );
    const federal = casesOf(parts.context.form.cases).filter((one) => one.federalValues !== undefined);
    const plain = casesOf(parts.context.form.cases).filter((one) => one.federalValues === undefined);
    let reported = 0;
    for (const one of federal)
      for (const other of plain) {
        const answers = { ...other.answers, ...one.answers };
        const result = run({ ...one, answers }, "PREVIEW");
        if (result.outcome !== "COMPLETE") continue;
        const known = new Set([...result.walk.used, ...result.ignoredFields]);
        expect(Object.keys(answers).filter((id) => asked.has(id) && !known.has(id))).toEqual([]);
        reported += result.ignoredFields.length;
      }
    expect(reported).toBeGreaterThan(0);
  });
});
