import type { TaxParameterSchema } from "@withholding-forms/contract";
import type { Value } from "@withholding-forms/interview";
import { content } from "@withholding-forms/testing/catalog/content";
import { describe, expect, it } from "vitest";
import { casesOf, completer } from "../check/cases.js";

type Box = Readonly<Record<string, readonly string[]>>;

const coded = content.forms.filter(({ taxParameters }) =>
  taxParameters.en.some(({ givenBy }) => givenBy !== undefined),
);

describe("the answers that give a code", () => {
  it("are those that give it in every case of every form", () => {
    const wrong: string[] = [];
    let compared = 0;
    for (const parts of coded) {
      const { form, taxParameters, context } = parts;
      const run = completer(parts, content);
      for (const one of casesOf(context.form.cases)) {
        const result = one.federalValues === undefined ? run(one, "SIGN") : undefined;
        if (result?.outcome !== "COMPLETE") continue;
        for (const parameter of taxParameters.en) {
          const returned = result.taxParameters.find(({ id }) => id === parameter.id)?.value;
          if (parameter.givenBy === undefined || returned === undefined) continue;
          compared += 1;
          const expected = codesFor(parameter, result.walk.values);
          // A code that is not listed has no answers, so nothing else may claim these.
          const known = Object.hasOwn(parameter.givenBy, returned) ? [returned] : [];
          if (expected.join() !== known.join())
            wrong.push(`${form.id} ${one.case}: ${parameter.id} is ${returned}, listed ${expected.join()}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(500);
  });

  it.each<[string, string, Readonly<Record<string, readonly Box[]>>]>([
    [
      "AL101",
      "AL.filingStatus",
      {
        0: [{ filingStatus: ["ZERO"] }],
        S: [{ filingStatus: ["SINGLE"] }],
        MS: [{ filingStatus: ["MARRIED_FILING_SEPARATELY"] }],
        M: [{ filingStatus: ["MARRIED"] }],
        H: [{ filingStatus: ["HEAD_OF_FAMILY"] }],
      },
    ],
    [
      "NM101",
      "NM.filingStatus",
      {
        S: [{ filingStatus: ["SINGLE_OR_MARRIED_FILING_SEPARATELY", ""], isExempt: ["false", ""] }],
        M: [{ filingStatus: ["MARRIED_FILING_JOINTLY"], isExempt: ["false", ""] }],
        H: [{ filingStatus: ["HEAD_OF_HOUSEHOLD"], isExempt: ["false", ""] }],
        NOT_APPLICABLE: [{ isExempt: ["true"] }],
      },
    ],
  ])("of %s are found for %s", (formId, id, expected) => {
    const found = content.forms.find((one) => one.form.id === formId);
    expect(found?.taxParameters.en.find((one) => one.id === id)?.givenBy).toEqual(expected);
  });
});

function codesFor({ givenBy = {} }: TaxParameterSchema, values: ReadonlyMap<string, Value>): string[] {
  return Object.entries(givenBy)
    .filter(([, boxes]) => boxes.some((box) => includesValues(box, values)))
    .map(([code]) => code);
}

function includesValues(box: Box, values: ReadonlyMap<string, Value>): boolean {
  return Object.entries(box).every(([id, answers]) => {
    const value = values.get(id);
    return answers.includes(value === undefined ? "" : String(value));
  });
}
