import { perjuryVariables, type QuestionSet } from "@withholding-forms/interview";
import { content } from "@withholding-forms/testing/catalog/content";
import { expect, it } from "vitest";
import { codedQuestions, withPerjuryLabels } from "./perjury-labels.js";

const { forms } = content;

function published(formId: string, setId: string, language: "en" | "es" | "fr"): QuestionSet["navigation"] {
  const sets = forms.find(({ form }) => form.id === formId)!.sets;
  return withPerjuryLabels(sets)[language].plain.find(({ id }) => id === setId)!.navigation;
}

it("publishes a statement per option, with the words of the option in it", () => {
  const english = published("IL102", "QS2", "en");
  expect(english).toMatchObject({ navigationType: "VARIABLE", questionId: "stateOfResidence" });
  const statements = english.navigationType === "VARIABLE" ? english.navigationMappings : {};
  expect(Object.keys(statements)).toEqual(["IA", "KY", "MI", "WI"]);
  expect(statements["WI"]).toEqual({
    hasMoreQuestions: false,
    perjuryStatement: expect.stringContaining("I am a resident of Wisconsin, and that my pay"),
  });
  expect(published("IL102", "QS4", "fr")).toMatchObject({
    navigationMappings: { CA: { perjuryStatement: expect.stringContaining("Californie") } },
  });
});

it("names a choice of an earlier set, and what people write themselves stays a variable", () => {
  expect(published("AZ107", "QS8", "en")).toMatchObject({
    questionId: "ownDomicile",
    navigationMappings: { TX: { perjuryStatement: expect.stringContaining("legal residence in Texas.") } },
  });
  expect(published("AZ107", "QS5", "en")).toMatchObject({
    navigationMapping: { perjuryStatement: expect.stringContaining("{{ reservation }}") },
  });
});

it.each([
  ["en", "I live in Pennsylvania at the address"],
  ["es", "vivo en Pensilvania, en la dirección"],
  ["fr", "l'État suivant\u00a0: Pennsylvanie, à l'adresse"],
] as const)("names a state in %s where the value of its option is the English name", (language, words) => {
  expect(published("WV102", "QS6", language)).toMatchObject({
    questionId: "stateOfResidence",
    navigationMappings: { Pennsylvania: { perjuryStatement: expect.stringContaining(words) } },
  });
});

it("leaves no statement of any form in which a client would put a code", () => {
  const found = forms.flatMap(({ form, sets }) => {
    const coded = codedQuestions(sets);
    const all = withPerjuryLabels(sets);
    return [all.en, all.es, all.fr]
      .flatMap(({ plain, federal = [] }) => [...plain, ...federal])
      .flatMap(({ navigation }) =>
        navigation.navigationType === "CONSTANT"
          ? [navigation.navigationMapping]
          : Object.values(navigation.navigationMappings),
      )
      .flatMap(({ perjuryStatement = "" }) => perjuryVariables(perjuryStatement))
      .filter((id) => coded.has(id))
      .map((id) => `${form.id} ${id}`);
  });
  expect(found).toEqual([]);
});
