import type { TaxParameterSchema } from "@withholding-forms/contract";
import { content } from "@withholding-forms/testing/catalog/content";
import { describe, expect, it } from "vitest";
import { compileDictionary } from "../src/compile/dictionary.js";

/** Names that are the same in all languages. */
const names = new Set([
  ...["Allegany", "Anne Arundel", "Calvert", "Caroline", "Carroll", "Cecil", "Charles", "Dorchester"],
  ...["Frederick", "Garrett", "Harford", "Howard", "Kent", "Montgomery", "Prince George's", "Queen Anne's"],
  ...["St. Mary's", "Somerset", "Talbot", "Washington", "Wicomico", "Worcester"],
  ...["Texarkana, Arkansas", "Texarkana, Texas"],
]);

type Described = Pick<TaxParameterSchema, "id" | "description" | "values" | "together">;

const dictionary = compileDictionary(content.content, content.forms);

describe.each(["es", "fr"] as const)("in %s", (language) => {
  it("every tax parameter of every form is described in that language, with its codes and rules", () => {
    const found = content.forms.flatMap(({ form, taxParameters }) =>
      english(taxParameters.en, taxParameters[language]).map((text) => `${form.id} ${form.version} ${text}`),
    );
    expect(found).toEqual([]);
  });

  it("every entry of the dictionary is described in that language, with its codes and rules", () => {
    expect(english(dictionary.en, dictionary[language])).toEqual([]);
    expect(dictionary[language].length).toBeGreaterThan(300);
  });

  it("nothing but the texts differs from English", () => {
    for (const { taxParameters } of content.forms)
      expect(taxParameters[language].map(withoutTexts)).toEqual(taxParameters.en.map(withoutTexts));
  });
});

it.each([
  ["IN.isExempt", [["IN102", "IN104"]]],
  [
    "FED.isNonResidentAlien",
    [
      ["W4101", "W8101"],
      ["W4101SP", "W8101"],
    ],
  ],
] as const)("the dictionary has all rules for forms that give %s together", (id, pairs) => {
  const { together } = dictionary.en.find((entry) => entry.id === id)!;
  for (const forms of pairs) expect(together?.map((rule) => rule.forms)).toContainEqual(forms);
});

it("the dictionary has every rule of every form once", () => {
  for (const entry of dictionary.en) {
    const rules = content.forms.flatMap(
      ({ taxParameters }) => taxParameters.en.find(({ id }) => id === entry.id)?.together ?? [],
    );
    const texts = (all: readonly unknown[]): string[] => all.map((rule) => JSON.stringify(rule)).sort();
    expect([entry.id, texts(entry.together ?? [])]).toEqual([entry.id, [...new Set(texts(rules))]]);
  }
});

it("a form adds its note, with its own amounts, in each language", () => {
  const colorado = content.forms.find(({ form }) => form.id === "CO101" && form.version === "2025.12.0");
  const description = (language: "en" | "es" | "fr") =>
    colorado?.taxParameters[language].find(({ id }) => id === "CO.filingStatus")?.description;
  expect(description("en")).toContain(
    "Filing status for withholding. It gives the annual allowance, $11,000 for M",
  );
  expect(description("es")).toContain("$11,000 para M y $5,500 para S y H.");
  expect(description("fr")).toContain("11\u00a0000\u00a0$ pour M et 5\u00a0500\u00a0$ pour S et H.");
});

/** The texts that are still English, with the id of their parameter. */
function english(all: readonly Described[], translated: readonly Described[]): string[] {
  return all.flatMap((parameter, index) => {
    const other = translated[index];
    const pairs: [string, string | undefined][] = [
      [parameter.description, other?.description],
      ...Object.entries(parameter.values ?? {}).map(([code, text]): [string, string | undefined] => [
        text,
        other?.values?.[code],
      ]),
      ...(parameter.together ?? []).map(({ description }, rule): [string, string | undefined] => [
        description,
        other?.together?.[rule]?.description,
      ]),
    ];
    return pairs
      .filter(([text, words]) => words === undefined || words === "" || (words === text && !names.has(text)))
      .map(([text]) => `${parameter.id}: ${text}`);
  });
}

function withoutTexts({ values = {}, together = [], ...parameter }: TaxParameterSchema) {
  return {
    ...parameter,
    description: "",
    values: Object.keys(values),
    together: together.map((rule) => ({ ...rule, description: "" })),
  };
}
