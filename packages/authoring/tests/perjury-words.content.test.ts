import { languages, perjuryVariables } from "@withholding-forms/interview";
import { content } from "@withholding-forms/testing/catalog/content";
import { expect, it } from "vitest";
import { withPerjuryLabels } from "../src/compile/perjury-labels.js";

it("every variable of a perjury statement is replaced by text, never by the code of a choice", () => {
  const codes: string[] = [];
  let variables = 0;
  for (const { form, sets } of content.forms) {
    const labeled = withPerjuryLabels(sets);
    for (const language of languages)
      for (const all of [labeled[language].plain, labeled[language].federal ?? []])
        for (const { navigation } of all) {
          const mappings =
            navigation.navigationType === "CONSTANT"
              ? [navigation.navigationMapping]
              : Object.values(navigation.navigationMappings);
          for (const id of mappings.flatMap(({ perjuryStatement = "" }) =>
            perjuryVariables(perjuryStatement),
          )) {
            variables += 1;
            // A client puts the value into the statement: an English name is a code to a person who reads another language.
            const options = [...sets[language].plain, ...(sets[language].federal ?? [])]
              .flatMap(({ questions }) => questions.filter((question) => question.id === id))
              .flatMap(({ questionOptions = [], multiSelectQuestionOptions = [] }) => [
                ...questionOptions.map(({ value, label }) => [String(value), label]),
                ...multiSelectQuestionOptions.map((option) => [option.id, option.label]),
              ]);
            for (const [value, label] of options)
              if (value !== label)
                codes.push(`${form.id} ${form.version} ${language}: {{ ${id} }} is ${value}, not ${label}`);
          }
        }
  }
  expect([...new Set(codes)]).toEqual([]);
  expect(variables).toBeGreaterThan(20);
});
