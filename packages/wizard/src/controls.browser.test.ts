import type { QuestionSet } from "@withholding-forms/client";
import { eventually } from "@withholding-forms/testing/eventually";
import { enterPlaces, introduce, printPlainW4, tallahassee } from "@withholding-forms/testing/people/wizard";
import { closePages, launch, type Visitor, visit } from "@withholding-forms/testing/wizard/browser";
import { startService } from "@withholding-forms/testing/wizard/service";
import { afterAll, beforeAll, expect, test } from "vitest";

const [service, browser] = await Promise.all([startService(), launch()]);
afterAll(() => closePages(browser));

const always = { required: { whenRequired: "ALWAYS" }, isCalculated: false } as const;
const any = { validationRegex: "^.+$", validationErrorMessage: "Say something.", ...always } as const;
const number = { ...any, validationRegex: "^-?[0-9]+(?:\\.[0-9]+)?$", valueType: "number" } as const;

/** One of every kind of the specification: not all of them are in today's content. */
const everything: QuestionSet = {
  id: "QS1",
  breadcrumbTitle: "Everything",
  notes: [
    { htmlType: "PARAGRAPH", text: "Note above all", suggestedPlacement: "ABOVE_ALL_QUESTIONS" },
    {
      htmlType: "TABLE",
      headers: ["Wage", "Tax"],
      rows: [{ cells: ["100", "10"] }],
      optionalLabel: "A table",
      suggestedPlacement: "BELOW_ALL_QUESTIONS",
    },
    {
      htmlType: "IMAGE",
      href: "/images/W4101/2025.12.0/1.png",
      optionalLabel: "Page one",
      suggestedPlacement: "BELOW_ALL_QUESTIONS",
    },
  ],
  questions: [
    {
      ...any,
      id: "text",
      questionText: "A text?",
      htmlType: "INPUT",
      displayType: "TEXT",
      valueType: "text",
      notes: [
        { htmlType: "PARAGRAPH", text: "Note above one", suggestedPlacement: "ABOVE_QUESTION" },
        {
          htmlType: "UNORDERED_LIST",
          listItems: ["First", "Second"],
          optionalLabel: "A list",
          suggestedPlacement: "BELOW_QUESTION",
        },
      ],
    },
    {
      ...any,
      id: "radio",
      questionText: "A radio?",
      htmlType: "INPUT",
      displayType: "RADIO",
      valueType: "text",
      questionOptions: [
        { label: "Option A", value: "A" },
        { label: "Option B", value: "B" },
      ],
    },
    {
      ...any,
      id: "box",
      questionText: "A box",
      htmlType: "INPUT",
      displayType: "CHECKBOX",
      valueType: "boolean",
    },
    {
      ...any,
      id: "many",
      questionText: "Several?",
      htmlType: "INPUT",
      displayType: "MULTI_SELECT_CHECKBOX",
      valueType: "multi",
      multiSelectQuestionOptions: [
        { id: "x", label: "X" },
        { id: "y", label: "Y" },
        { id: "z", label: "Z" },
      ],
    },
    {
      ...any,
      id: "monthYear",
      questionText: "Month and year?",
      htmlType: "INPUT",
      displayType: "MONTH_YEAR",
      valueType: "text",
    },
    { ...number, id: "year", questionText: "Year?", htmlType: "INPUT", displayType: "YEAR" },
    {
      ...any,
      id: "phone",
      questionText: "Telephone?",
      htmlType: "INPUT",
      displayType: "TELEPHONE",
      valueType: "text",
    },
    {
      ...any,
      id: "mail",
      questionText: "E-mail?",
      htmlType: "INPUT",
      displayType: "EMAIL",
      valueType: "text",
    },
    { ...any, id: "zip", questionText: "ZIP?", htmlType: "INPUT", displayType: "ZIPCODE", valueType: "text" },
    { ...number, id: "count", questionText: "How many?", htmlType: "INPUT", displayType: "INTEGER" },
    { ...number, id: "percent", questionText: "Percent?", htmlType: "INPUT", displayType: "PERCENT" },
    { ...number, id: "dollars", questionText: "Dollars?", htmlType: "INPUT", displayType: "DOLLAR" },
    {
      id: "total",
      questionText: "Total",
      htmlType: "INPUT",
      displayType: "DOLLAR",
      valueType: "number",
      required: { whenRequired: "NEVER" },
      isCalculated: true,
      calculation: { formula: "dollars * count", scale: 2, roundingMode: "HALF_UP" },
    },
    {
      ...number,
      id: "whole",
      questionText: "Whole dollars?",
      htmlType: "INPUT",
      displayType: "DOLLAR",
      validationRegex: "^[0-9]{1,12}(?:\\.0{1,2})?$",
    },
    {
      ...any,
      id: "ssn",
      questionText: "Whose number?",
      htmlType: "INPUT",
      displayType: "TEXT",
      valueType: "text",
      validationRegex: "^(?:[0-9]{3}-[0-9]{2}-[0-9]{4}|[0-9]{9})$",
    },
    {
      ...any,
      id: "day",
      questionText: "Which day?",
      htmlType: "INPUT",
      displayType: "TEXT",
      valueType: "date",
      validationRegex: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
    },
    {
      ...any,
      id: "select",
      questionText: "Choose?",
      htmlType: "SELECT",
      valueType: "text",
      questionOptions: [
        { label: "Red", value: "R" },
        { label: "Blue", value: "B" },
      ],
    },
    {
      ...any,
      id: "long",
      validationRegex: "^[\\s\\S]+$",
      questionText: "Tell more",
      htmlType: "TEXTAREA",
      valueType: "text",
      required: { whenRequired: "NEVER" },
    },
    {
      ...any,
      id: "dependent",
      questionText: "And why B?",
      htmlType: "INPUT",
      displayType: "TEXT",
      valueType: "text",
      required: { whenRequired: "DEPENDENT", when: 'radio == "B"' },
    },
    {
      id: "words",
      questionText: "Something to read",
      htmlType: "PARAGRAPH",
      required: { whenRequired: "NEVER" },
      isCalculated: false,
    },
  ],
  navigation: {
    navigationType: "CONSTANT",
    navigationMapping: { hasMoreQuestions: false, perjuryStatement: "I declare {{ text }}." },
  },
};

let visitor: Visitor;
beforeAll(async () => {
  visitor = await visit(browser, service.origin);
  await visitor.page.route("**/formQuestionSet/**", (route) => route.fulfill({ json: everything }));
  await printPlainW4(visitor);
  await enterPlaces(visitor, tallahassee, tallahassee);
  await visitor.walk({});
  await introduce(visitor);
});

test("every kind of note is in its suggested place", async () => {
  const text = await visitor.page.locator("form").innerText();
  const order = [
    "Note above all",
    "Note above one",
    "A text?",
    "A list",
    "First",
    "A radio?",
    "Something to read",
    "A table",
    "Page one",
  ];
  expect(order.map((part) => text.indexOf(part)).every((at, index, all) => at > (all[index - 1] ?? -1))).toBe(
    true,
  );
  expect(await visitor.page.locator("th[scope=col]").allInnerTexts()).toEqual(["Wage", "Tax"]);
  const image = visitor.page.getByRole("img", { name: "Page one" });
  await image.scrollIntoViewIfNeeded();
  const width = (): Promise<number> => image.evaluate((one) => (one as HTMLImageElement).naturalWidth);
  await eventually(async () => (await width()) === 1280, { what: "the image" });
});

test("each kind of question has its control, its keypad and no violation, also when everything is missing", async () => {
  const modes = await Promise.all(
    ["year", "phone", "mail", "zip", "count", "percent", "dollars"].map(async (id) => [
      id,
      await visitor.field(`q-${id}`).getAttribute("inputmode"),
    ]),
  );
  expect(modes).toEqual([
    ["year", "numeric"],
    ["phone", "tel"],
    ["mail", "email"],
    ["zip", "numeric"],
    ["count", "numeric"],
    ["percent", "decimal"],
    ["dollars", "decimal"],
  ]);
  expect(await visitor.violations()).toEqual([]);
  await visitor.next();
  // All but the box, which may stay empty, and what is optional, calculated, dependent or only to be read.
  expect(await visitor.page.locator(".summary a").count()).toBe(15);
  expect(await visitor.violations()).toEqual([]);
});

test("masks wait until the field is left, amounts are grouped, and the total follows while one types", async () => {
  const dollars = visitor.field("q-dollars");
  await visitor.answer({ count: "3" });
  await dollars.click();
  await dollars.pressSequentially("1234.5");
  expect(await dollars.inputValue()).toBe("1234.5");
  expect(await visitor.field("q-total").innerText()).toBe("$3,703.50");
  // A screen reader announces the new total without moving to it.
  const total = visitor.page.getByRole("status", { name: "Total" });
  expect(await total.getAttribute("aria-live")).toBe("polite");
  expect(await total.getAttribute("aria-describedby")).toBe("q-total-hint");
  await dollars.blur();
  expect(await dollars.inputValue()).toBe("1,234.50");
  await visitor.answer({ phone: "(555) 123 4567", zip: "361302102", percent: "12.5 %" });
  expect(await visitor.field("q-phone").inputValue()).toBe("555-123-4567");
  expect(await visitor.field("q-zip").inputValue()).toBe("36130-2102");
  expect(await visitor.field("q-percent").inputValue()).toBe("12.5");
});

test.each([
  ["English", "25,50", "Did you mean 25.50? Enter it like that.", "1,234.50"],
  ["Español", "1200,50", "¿Quiso decir 1200.50? Escríbalo así.", "1,234.50"],
  ["Français", "1,250", "Entrez un montant, comme 1\u00a0200,50.", "1 234,50"],
])(
  "in %s, %s is not an amount: it stays as typed, has no value, and the message explains how to type it",
  async (language, typed, message, right) => {
    const dollars = visitor.field("q-dollars");
    const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, " ");
    await visitor.press(language);
    await visitor.answer({ dollars: typed });
    expect(await dollars.inputValue()).toBe(typed);
    expect(await visitor.field("q-total").innerText()).toBe("");
    await visitor.next();
    expect(await visitor.page.locator("#q-dollars-problem").innerText()).toBe(message);
    expect(await visitor.page.locator(".summary").innerText()).toContain(message);
    expect(await visitor.violations()).toEqual([]);
    await visitor.answer({ dollars: right });
    expect(plain(await dollars.inputValue())).toBe(right);
    expect(plain(await visitor.field("q-total").innerText())).toMatch(/3[, ]703[.,]50/);
    expect(await visitor.page.locator("#q-dollars-problem").count()).toBe(0);
    await visitor.press("English");
  },
);

test("an amount that could not be read is not carried into another language", async () => {
  await visitor.press("Français");
  await visitor.answer({ dollars: "1,250" });
  await visitor.press("English");
  expect(await visitor.field("q-dollars").inputValue()).toBe("");
  await visitor.answer({ dollars: "1234.5" });
});

test("separators typed into a part of a date do not move its digits to another part", async () => {
  await visitor.field("q-day-year").fill("19-8");
  await visitor.field("q-day-year").blur();
  expect(await visitor.field("q-day-year").inputValue()).toBe("198");
  expect(await visitor.field("q-day").inputValue()).toBe("");
  expect(await visitor.field("q-day-day").inputValue()).toBe("");
});

test("the control comes right after its question, and notes after it describe it", async () => {
  const text = visitor.field("q-text");
  const described = (await text.getAttribute("aria-describedby"))?.split(" ") ?? [];
  const words = await Promise.all(described.map((id) => visitor.field(id).innerText()));
  expect(words.join(" ")).toContain("Second");
  const order = await visitor.page
    .locator(".question", { has: text })
    .evaluate((question) =>
      [...question.querySelectorAll("label, li, input")].map(({ localName }) => localName),
    );
  expect(order).toEqual(["label", "input", "li", "li"]);
});

test("whole dollars are rounded, and a note explains it", async () => {
  await visitor.answer({ whole: "$1,200.50" });
  expect(await visitor.field("q-whole").inputValue()).toBe("1,201");
  const note = visitor.page.getByText("Rounded to $1,201.");
  expect(await note.getAttribute("role")).toBe("status");
  await visitor.answer({ whole: "1,300" });
  expect(await note.count()).toBe(0);
  expect(await visitor.field("q-whole").inputValue()).toBe("1,300");
});

test("an identity number is hidden until its button shows it, however it was pasted", async () => {
  const number = visitor.field("q-ssn");
  const security = () =>
    number.evaluate((one) => getComputedStyle(one).getPropertyValue("-webkit-text-security"));
  await visitor.answer({ ssn: "123.45.6789" });
  expect(await number.inputValue()).toBe("123-45-6789");
  expect(await security()).toBe("disc");
  await visitor.press("Show: Whose number?");
  expect(await security()).toBe("none");
  await visitor.press("Hide: Whose number?");
  expect(await security()).toBe("disc");
});

test("a question that appears leaves the fields after it and the focus where they are", async () => {
  await visitor.answer({ radio: "A" });
  const words = visitor.page.locator(".question", { hasText: "Something to read" });
  await words.evaluate((one) => one.setAttribute("data-same", ""));
  const before = (await visitor.field("q-radio").boundingBox())?.y;
  await visitor.page.getByLabel("Option B").focus();
  await visitor.page.keyboard.press("Space");
  await visitor.field("q-dependent").waitFor();
  expect((await visitor.field("q-radio").boundingBox())?.y).toBe(before);
  expect(await visitor.page.getByLabel("Option B").evaluate((one) => one.matches(":focus"))).toBe(true);
  expect(await words.getAttribute("data-same")).toBe("");
});

test("a dependent question appears when it is required and goes when it is not", async () => {
  await visitor.answer({ radio: "A" });
  expect(await visitor.field("q-dependent").count()).toBe(0);
  await visitor.answer({ radio: "B" });
  await visitor.answer({ dependent: "Because" });
  await visitor.answer({ radio: "A" });
  await visitor.answer({ radio: "B" });
  expect(await visitor.field("q-dependent").inputValue()).toBe("Because");
});

test("all answers are in the review in words", async () => {
  await visitor.answer({
    text: "nothing but the truth",
    box: true,
    year: "2026",
    mail: "zoe@example.com",
    day: "2026-02-05",
    select: "B",
    long: "Two\nlines",
  });
  await visitor.page.getByLabel("X", { exact: true }).check();
  await visitor.page.getByLabel("Z", { exact: true }).check();
  await visitor.field("q-monthYear").selectOption("03");
  await visitor.field("q-monthYear-year").fill("2027");
  await visitor.next();
  expect(await visitor.kind()).toBe("review");
  // After name, number and address, and the employer's name and address.
  const answers = (await visitor.page.locator(".answers dd:not(.change)").allInnerTexts()).slice(5);
  expect(answers.slice(0, 18)).toEqual([
    "nothing but the truth",
    "Option B",
    "Yes",
    "X, Z",
    "03/2027",
    "2026",
    "555-123-4567",
    "zoe@example.com",
    "36130-2102",
    "3",
    "12.5%",
    "$1,234.50",
    "$3,703.50",
    "$1,300",
    "123-45-6789",
    "February 5, 2026",
    "Blue",
    "Two\nlines",
  ]);
});
