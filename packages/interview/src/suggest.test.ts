import { expect, it } from "vitest";
import { Decimal } from "./decimal.js";
import type { Value } from "./evaluate.js";
import { suggestedAnswer } from "./suggest.js";
import type { Question } from "./types.js";

const question = (suggest: NonNullable<Question["suggest"]>): Question => ({
  id: "status",
  questionText: "Status?",
  htmlType: "INPUT",
  required: { whenRequired: "ALWAYS" },
  isCalculated: false,
  suggest,
});
const known = (
  forms: Readonly<Record<string, Readonly<Record<string, Value>>>> = {},
  inputs: Readonly<Record<string, string>> = {},
) => ({
  forms: new Map(Object.entries(forms).map(([id, values]) => [id, new Map(Object.entries(values))])),
  inputs: new Map(Object.entries(inputs)),
});

const fromForm = question([
  { formIds: ["F1", "F1SP"], when: 'filing == "JOINT"', value: '"MARRIED"' },
  { formIds: ["F1", "F1SP"], when: "children > 0", value: '"HEAD"' },
]);

it("takes the first suggestion that applies, from an edition of the form, too", () => {
  expect(suggestedAnswer(fromForm, known({ F1: { filing: "JOINT", children: new Decimal(2) } }))).toEqual({
    answer: "MARRIED",
    formId: "F1",
  });
  expect(suggestedAnswer(fromForm, known({ F1SP: { filing: "OTHER", children: new Decimal(2) } }))).toEqual({
    answer: "HEAD",
    formId: "F1SP",
  });
});

it("suggests nothing without the form, or if nothing applies", () => {
  expect(suggestedAnswer(fromForm, known({ F2: { filing: "JOINT" } }))).toBeUndefined();
  expect(suggestedAnswer(fromForm, known({ F1: { filing: "OTHER" } }))).toBeUndefined();
  expect(suggestedAnswer({ ...fromForm, suggest: undefined as never }, known())).toBeUndefined();
});

it("writes numbers and yes or no as they are typed", () => {
  const sum = question([{ formIds: ["F1"], when: "within", value: "children + others" }]);
  const values = { within: true, children: new Decimal(2), others: new Decimal(1) };
  expect(suggestedAnswer(sum, known({ F1: values }))?.answer).toBe("3");
  expect(suggestedAnswer(sum, known({ F1: { within: true } }))?.answer).toBe("0");
  const city = question([
    { when: 'employee.zipCode >= "10001" ? employee.zipCode < "10283" : false', value: "true" },
  ]);
  expect(suggestedAnswer(city, known({}, { "employee.zipCode": "10282-1234" }))).toEqual({ answer: "true" });
  expect(suggestedAnswer(city, known({}, { "employee.zipCode": "12207" }))).toBeUndefined();
  expect(suggestedAnswer(city, known())).toBeUndefined();
});

it("follows from answers to the form itself", () => {
  const most = question([{ when: "true", value: "most" }]);
  const own = new Map([["most", new Decimal(3)]]);
  expect(suggestedAnswer(most, { ...known(), own })).toEqual({ answer: "3", own: true });
  expect(suggestedAnswer(most, known())).toBeUndefined();
});
