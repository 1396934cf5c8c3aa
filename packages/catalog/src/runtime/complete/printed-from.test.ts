import { type Question, type QuestionSet, type Scope, walkAnswers } from "@withholding-forms/interview";
import { expect, test } from "vitest";
import { type PrintedWith, printedFrom } from "./printed-from.js";

const asked = (id: string): Question => ({
  id,
  questionText: id,
  htmlType: "INPUT",
  required: { whenRequired: "ALWAYS" },
  isCalculated: false,
  valueType: "text",
});
const sum: Question = {
  ...asked("sum"),
  isCalculated: true,
  calculation: { formula: "wages + tips", scale: 2, roundingMode: "HALF_UP" },
  valueType: "number",
};
const amount = (id: string): Question => ({ ...asked(id), displayType: "DOLLAR", valueType: "number" });
const set: QuestionSet = {
  id: "QS1",
  questions: [asked("spouse"), asked("married"), amount("wages"), amount("tips"), sum],
  breadcrumbTitle: "",
  navigation: { navigationType: "CONSTANT", navigationMapping: { hasMoreQuestions: false } },
};

function madeWith(value: string, fields: Readonly<Record<string, unknown>>, helpers = {}): PrintedWith {
  const walked = walkAnswers(
    () => set,
    "QS1",
    { spouse: "Ana", married: "YES", wages: 5, tips: 6, ...fields },
    (id) => set.questions.filter((question) => question.id === id),
  );
  const scope: Scope = { value: (id) => walked.values.get(id) };
  return {
    form: { printed: [{ name: "box", kind: "text", value }], helpers },
    sets: () => set,
    walk: walked,
    scope,
  };
}

const pointers = (made: PrintedWith): string[] => printedFrom("box", made).map(({ pointer }) => pointer);

test("an answer that is printed is named with its question", () => {
  expect(printedFrom("box", madeWith("spouse", {}))).toEqual([
    { pointer: "/fields/spouse", questionId: "spouse" },
  ]);
});

test("names and addresses lead to the members they are put together from", () => {
  expect(pointers(madeWith('join(", ", employee.fullName, employer.postal)', {}))).toEqual([
    "/employee/firstName",
    "/employee/middleInitial",
    "/employee/lastName",
    "/employer/address/zipCode",
    "/employer/address/postalCode",
  ]);
  expect(pointers(madeWith("employee.socialSecurityNumber", {}))).toEqual(["/employee/socialSecurityNumber"]);
  expect(pointers(madeWith("federal.deductions", {}))).toEqual(["/federalValues/deductions"]);
});

test("only the branch that was taken counts, and never the answer that decided", () => {
  const value = 'married == "YES" ? spouse : employee.lastName';
  expect(pointers(madeWith(value, {}))).toEqual(["/fields/spouse"]);
  expect(pointers(madeWith(value, { married: "NO" }))).toEqual(["/employee/lastName"]);
});

test("a calculated amount leads to the answers it is calculated from, also through helpers", () => {
  expect(pointers(madeWith("dollars(total)", {}, { total: "max(sum, 0)" }))).toEqual([
    "/fields/wages",
    "/fields/tips",
  ]);
});

test("a signature comes from the employee's name; a value that was not entered has no source", () => {
  const made = madeWith('"2026"', {});
  expect(pointers(made)).toEqual([]);
  const signature = { name: "box", kind: "text", value: "", role: "signature" } as const;
  expect(pointers({ ...made, form: { printed: [signature], helpers: {} } })).toEqual([
    "/employee/firstName",
    "/employee/middleInitial",
    "/employee/lastName",
  ]);
});
