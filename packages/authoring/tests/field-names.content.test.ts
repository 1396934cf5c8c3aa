import { formNames } from "@withholding-forms/testing/catalog/filled";
import { expect, it } from "vitest";
import type { FormParts } from "../src/compile/form.js";

// What a screen reader says when a person reaches a field, in the blank and in SIGN_EXTERNALLY.

it.each(formNames)(
  "%s: every box is named after its question and its option, and no two fields alike",
  (_, parts) => {
    for (const block of parts.layout.blocks) {
      if (block.kind !== "choices" || block.options.length === 1) continue;
      for (const { text, field } of block.options) {
        expect(field.tooltip).toContain(text);
        expect(field.tooltip).toContain(block.text ?? "");
        expect([field.tooltip, field.tooltip.length > text.length]).toEqual([field.tooltip, true]);
      }
    }
    const names = [...namesOf(parts)];
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names.map(([, tooltip]) => tooltip)).size).toBe(names.length);
  },
);

it.each([
  [
    "AL102 2019.9.0",
    "spouseIsServicemember_true",
    "1. My spouse is a military servicemember on active duty: Yes",
  ],
  [
    "W4101 2025.12.0",
    "filingStatus_MARRIED_FILING_JOINTLY",
    "(c). Which filing status do you expect to use for the year? Married filing jointly or Qualifying surviving spouse",
  ],
  [
    "W4101SP 2025.12.0",
    "filingStatus_MARRIED_FILING_JOINTLY",
    "(c). ¿Qué estado civil para efectos de la declaración espera usar para el año? Casado que presenta una declaración conjunta o Cónyuge sobreviviente que reúne los requisitos",
  ],
  ["AL101 2025.4.0", "city", "Part I: to be completed by the employee: City or town"],
  ["AL101 2025.4.0", "employerCity", "Part II: to be completed by the employer: City or town"],
  ["DE103 2010.1.0", "employerDate", "Employer's certification: Date"],
])("%s: %s", (form, field, name) => {
  const parts = formNames.find(([one]) => one === form)![1];
  expect(namesOf(parts).get(field)).toBe(name);
});

function namesOf({ layout }: FormParts): ReadonlyMap<string, string> {
  const fields = layout.blocks.flatMap((block) => {
    if (block.kind === "row" || block.kind === "signature") return block.cells.map(({ field }) => field);
    if (block.kind === "choices") return block.options.map(({ field }) => field);
    return block.kind === "line" ? [block.inner, block.field].filter((field) => field !== undefined) : [];
  });
  return new Map(fields.map(({ name, tooltip }) => [name, tooltip]));
}
