import { content } from "@withholding-forms/testing/catalog/content";
import { expect, test } from "vitest";
import { together } from "./together.js";

test("every language has the same pages, and no question is asked twice on one", () => {
  let shortened = 0;
  for (const { form, sets } of content.forms) {
    const pages = (["en", "es", "fr"] as const).map((language) => {
      const all = new Map(sets[language].plain.map((set) => [set.id, set]));
      return [...together(all).values()].map(({ id, questions }) => [id, questions.map((one) => one.id)]);
    });
    const [english = [], ...others] = pages;
    for (const other of others) expect(other, form.id).toEqual(english);
    for (const [id, questions = []] of english)
      expect(new Set(questions).size, `${form.id}, ${String(id)}`).toBe(questions.length);
    if (
      english.some(
        ([id, questions = []], index) =>
          questions.length > (sets.en.plain[index]?.questions.length ?? 0) && id !== "",
      )
    )
      shortened++;
  }
  // Otherwise nothing was tested.
  expect(shortened).toBeGreaterThan(20);
});
