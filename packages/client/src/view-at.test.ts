import { expect, test } from "vitest";
import { type Question, type QuestionSet, viewAt } from "./index.js";

const question = (id: string): Question => ({
  id,
  questionText: id,
  validationRegex: "^(?:true|false)$",
  htmlType: "INPUT",
  displayType: "RADIO",
  isCalculated: false,
  required: { whenRequired: "ALWAYS" },
});
const first: QuestionSet = {
  id: "QS1",
  breadcrumbTitle: "First",
  questions: [question("isNra")],
  navigation: {
    navigationType: "CONSTANT",
    navigationMapping: { hasMoreQuestions: true, nextQuestionSetId: "QS2" },
  },
};
const second: QuestionSet = {
  id: "QS2",
  breadcrumbTitle: "Second",
  questions: [question("isExempt")],
  navigation: {
    navigationType: "CONSTANT",
    navigationMapping: { hasMoreQuestions: false, perjuryStatement: "It is true." },
  },
};
const sets = new Map([first, second].map((set) => [set.id, set]));
const pathOf = (answers: Record<string, string>, at?: string) =>
  viewAt(sets, { answers, at, language: "en" }).path.map(({ questionSetId }) => questionSetId);

test("stops at a set, at the first one without an answer, or at the end", () => {
  const all = { isNra: "false", isExempt: "true" };
  expect(pathOf(all, "QS1")).toEqual(["QS1"]);
  expect(pathOf({})).toEqual(["QS1"]);
  expect(pathOf({ isNra: "false" })).toEqual(["QS1", "QS2"]);
  expect(viewAt(sets, { answers: all, language: "en" })).toMatchObject({
    status: "COMPLETE",
    perjuryStatement: "It is true.",
    used: ["isNra", "isExempt"],
  });
  expect(viewAt(sets, { answers: all, at: "QS2", language: "en" }).status).toBe("ASKING");
});

test("a flow that asks nothing is complete", () => {
  expect(viewAt(new Map(), { answers: {}, language: "en" })).toMatchObject({ status: "COMPLETE", path: [] });
});
