import type { QuestionSet } from "@withholding-forms/client";
import { enterPlaces, introduce, printPlainW4, tallahassee } from "@withholding-forms/testing/people/wizard";
import { closePages, launch, type Visitor, visit } from "@withholding-forms/testing/wizard/browser";
import { startService } from "@withholding-forms/testing/wizard/service";
import { afterAll, beforeAll, expect, test } from "vitest";

const [service, browser] = await Promise.all([startService(), launch()]);
afterAll(() => closePages(browser));

const towns = Array.from({ length: 70 }, (_, index) => ({
  label: `Town ${100 + index}`,
  value: `${100 + index}`,
}));
const choice = {
  validationRegex: "^.+$",
  validationErrorMessage: "Choose one.",
  htmlType: "SELECT",
  valueType: "text",
  required: { whenRequired: "ALWAYS" },
  isCalculated: false,
} as const;

const places: QuestionSet = {
  id: "QS1",
  breadcrumbTitle: "Places",
  questions: [
    {
      ...choice,
      id: "town",
      questionText: "Which town?",
      questionOptions: [
        ...towns,
        { label: "Château-Thierry, 0.5%", value: "0203" },
        { label: "Another town", value: "OTHER" },
      ],
    },
    { ...choice, id: "few", questionText: "Which of a few?", questionOptions: towns.slice(0, 60) },
  ],
  navigation: {
    navigationType: "CONSTANT",
    navigationMapping: { hasMoreQuestions: false, perjuryStatement: "I declare it." },
  },
};

let visitor: Visitor;
beforeAll(async () => {
  visitor = await visit(browser, service.origin, { viewport: { width: 390, height: 844 } });
  await visitor.page.route("**/formQuestionSet/**", (route) => route.fulfill({ json: places }));
  await printPlainW4(visitor);
  await enterPlaces(visitor, tallahassee, tallahassee);
  await visitor.walk({});
  await introduce(visitor);
});

const shown = (): Promise<string[]> => visitor.page.locator("label.option").allInnerTexts();
const search = (text: string): Promise<void> => visitor.page.getByLabel("Search the list").fill(text);
const status = (): Promise<string> =>
  visitor.page.getByRole("status").filter({ hasText: "shown" }).innerText();

test("only a long list has a search field, and the problem of an unanswered one leads to it", async () => {
  expect(await visitor.field("q-few").evaluate((element) => element.tagName)).toBe("SELECT");
  expect(await shown()).toHaveLength(72);
  expect(await status()).toBe("71 of 71 shown");
  expect(await visitor.violations()).toEqual([]);
  await visitor.next();
  await visitor.page.locator(".summary a").first().click();
  expect(
    await visitor
      .field("q-town")
      .evaluate((field) => (field.getRootNode() as ShadowRoot).activeElement === field),
  ).toBe(true);
  expect(await visitor.violations()).toEqual([]);
});

test("every typed word begins a word of the entry, in any case and without accents, and what is no entry stays", async () => {
  await search("0.5 chateau");
  expect(await shown()).toEqual(["Château-Thierry, 0.5%", "Another town"]);
  expect(await status()).toBe("1 of 71 shown");
  await search("hierry");
  expect(await status()).toBe("0 of 71 shown");
  await search("nowhere");
  expect(await shown()).toEqual(["Another town"]);
  expect(await status()).toBe("0 of 71 shown");
  expect(await visitor.violations()).toEqual([]);
});

test("Enter in the search does not send the page, and the choice stays in view when the search changes", async () => {
  await search("town 13");
  await visitor.field("q-town").press("Enter");
  await visitor.settled();
  expect(await visitor.kind()).toBe("questions");
  // By keyboard: from the search field to the first entry.
  await visitor.page.keyboard.press("Tab");
  await visitor.page.keyboard.press("Space");
  await search("town 15");
  expect((await shown()).slice(0, 2)).toEqual(["Town 130", "Town 150"]);
  expect(await visitor.page.getByRole("radio", { name: "Town 130" }).isChecked()).toBe(true);
  expect(await status()).toBe("10 of 71 shown");
});

test("the search is in the language of the page, and the answer is in the review in words", async () => {
  await visitor.press("Français");
  expect(await visitor.page.getByLabel("Rechercher dans la liste").inputValue()).toBe("town 15");
  await visitor.press("English");
  await visitor.answer({ few: "101" });
  await visitor.next();
  expect(await visitor.kind()).toBe("review");
  const answers = await visitor.page.locator(".answers dd:not(.change)").allInnerTexts();
  expect(answers.slice(5, 7)).toEqual(["Town 130", "Town 101"]);
});
