import { languages, type Question, readAnswer, valueTypeOf } from "@withholding-forms/interview";
import { content } from "@withholding-forms/testing/catalog/content";
import { describe, expect, it } from "vitest";
import { portabilityFault } from "../src/compile/portable-pattern.js";

const questions = content.forms.flatMap(({ form, sets }) =>
  languages.flatMap((language) =>
    [...sets[language].plain, ...(sets[language].federal ?? [])].flatMap((set) =>
      set.questions.map((question) => ({ at: `${form.id} ${form.version} ${question.id}`, question })),
    ),
  ),
);

describe("published patterns", () => {
  it("of questions mean the same in every language", () => {
    const patterns = new Map(
      questions.flatMap(({ at, question: { validationRegex } }) =>
        validationRegex === undefined ? [] : [[validationRegex, at]],
      ),
    );
    expect(patterns.size).toBeGreaterThan(100);
    expect(faults([...patterns].map(([pattern, at]) => [at, pattern]))).toEqual([]);
  });

  it("of form information mean the same in every language", () => {
    const leaves = content.forms.flatMap(({ form }) => {
      const { employee, employer, fields } = form.formFields;
      return leavesOf({ employee, employer, fields }, `${form.id} ${form.version}`);
    });
    expect(leaves.length).toBeGreaterThan(1000);
    expect(faults(leaves)).toEqual([]);
  });

  it("of federal values and of both kinds of address mean the same in every language", () => {
    const { identity, federalValues } = content.shared;
    const addresses = Object.values(identity.address).flatMap((fields) =>
      Object.entries(fields).map(([name, { pattern }]): [string, string] => [name, pattern]),
    );
    const federal = Object.entries(federalValues).flatMap(([name, { pattern }]): [string, string][] =>
      pattern === undefined ? [] : [[name, pattern]],
    );
    expect(addresses).toHaveLength(10);
    expect(federal).toHaveLength(4);
    expect(faults([...addresses, ...federal])).toEqual([]);
  });
});

describe("amounts and percentages", () => {
  const numbers = questions.filter(
    ({ question }) => !question.isCalculated && ["DOLLAR", "PERCENT"].includes(question.displayType ?? ""),
  );

  it.each([
    ["25.5", [25.5, "25.5", "25.50"]],
    ["1.5", [1.5, "1.5", "1.50"]],
    ["25", [25, "25"]],
    ["100", [100, "100"]],
    ["1500", [1500, "1500", "1,500"]],
  ])("judge every spelling of %s alike", (_, spellings) => {
    const differing = numbers.filter(
      ({ question }) => new Set(spellings.map((raw) => readText(question, raw))).size > 1,
    );
    // A pattern of digits alone takes no comma.
    const commas = differing.filter(({ question }) => question.validationRegex?.includes(",") ?? false);
    expect((spellings.includes("1,500") ? commas : differing).map(({ at }) => at)).toEqual([]);
    expect(numbers.length).toBeGreaterThan(100);
  });

  it("of a choice are read by value: 3 is 3.0", () => {
    const percents = questions.filter(
      ({ question: { questionOptions = [] } }) =>
        questionOptions.some(({ value }) => value === "3.0") &&
        questionOptions.some(({ value }) => value === "0.5"),
    );
    expect(percents.length).toBeGreaterThan(0);
    for (const { question } of percents) {
      expect(valueTypeOf(question)).toBe("text");
      for (const raw of [3, "3", "3.0", "3.00"]) expect(readText(question, raw)).toBe("3.0");
      for (const raw of [0.5, "0.5", "0.50"]) expect(readText(question, raw)).toBe("0.5");
      for (const raw of ["3.000", "30", "0.05"]) expect(readText(question, raw)).toBe("invalid");
    }
  });
});

function readText(question: Question, raw: unknown): string {
  const read = readAnswer(question, raw);
  return "value" in read ? String(read.value) : "invalid";
}

function faults(patterns: readonly (readonly [string, string])[]): string[] {
  return patterns.flatMap(([at, pattern]) => {
    const fault = portabilityFault(pattern);
    const ends = pattern.startsWith("^") && pattern.endsWith("$");
    return fault === undefined && ends ? [] : [`${at}: ${pattern} ${fault ?? "is not anchored"}`];
  });
}

function leavesOf(part: unknown, at: string): [string, string][] {
  if (typeof part === "string") return [[at, part]];
  return Object.entries(part ?? {}).flatMap(([name, inner]) => leavesOf(inner, `${at}/${name}`));
}
