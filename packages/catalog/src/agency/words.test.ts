import type { QuestionSet } from "@withholding-forms/interview";
import { expect, test } from "vitest";
import type { OfficialWords, Target } from "../model/binding.js";
import { withWords } from "./words.js";

const sets: readonly QuestionSet[] = [
  {
    id: "QS1",
    breadcrumbTitle: "Status",
    notes: [{ htmlType: "PARAGRAPH", text: "set note", suggestedPlacement: "ABOVE_ALL_QUESTIONS" }],
    questions: [
      {
        id: "status",
        questionText: "our question",
        htmlType: "INPUT",
        displayType: "RADIO",
        required: { whenRequired: "ALWAYS" },
        isCalculated: false,
        questionOptions: [
          { label: "our yes", value: true },
          { label: "our no", value: false },
        ],
        notes: [
          { htmlType: "PARAGRAPH", text: "our note", suggestedPlacement: "BELOW_QUESTION" },
          { htmlType: "UNORDERED_LIST", listItems: ["a"], suggestedPlacement: "BELOW_QUESTION" },
        ],
      },
      {
        id: "reasons",
        questionText: "which",
        htmlType: "INPUT",
        displayType: "MULTI_SELECT_CHECKBOX",
        required: { whenRequired: "NEVER" },
        isCalculated: false,
        multiSelectQuestionOptions: [{ id: "A", label: "our a" }],
      },
    ],
    navigation: {
      navigationType: "VARIABLE",
      questionId: "status",
      navigationMappings: {
        true: { hasMoreQuestions: true, nextQuestionSetId: "QS2" },
        false: { hasMoreQuestions: false, perjuryStatement: "our oath" },
      },
    },
  },
  {
    id: "QS2",
    breadcrumbTitle: "End",
    questions: [],
    navigation: {
      navigationType: "CONSTANT",
      navigationMapping: { hasMoreQuestions: false, perjuryStatement: "our oath" },
    },
  },
];

function say(...words: readonly (readonly [string, Target])[]): readonly QuestionSet[] {
  const spoken: OfficialWords = {
    language: "en",
    words: words.map(([text, target]) => ({ text, into: [target] })),
  };
  return withWords(sets, spoken);
}

test("a question asks in the agency's words", () => {
  const [first] = say(["theirs", { part: "ask", set: "QS1", question: "status" }]);
  expect(first?.questions.map(({ questionText }) => questionText)).toEqual(["theirs", "which"]);
});

test("an option is labeled in the agency's words, the others in ours", () => {
  const [first] = say(
    ["their no", { part: "option", set: "QS1", question: "status", value: "false" }],
    ["their a", { part: "option", set: "QS1", question: "reasons", value: "A" }],
  );
  expect(first?.questions[0]?.questionOptions).toEqual([
    { label: "our yes", value: true },
    { label: "their no", value: false },
  ]);
  expect(first?.questions[1]?.multiSelectQuestionOptions).toEqual([{ id: "A", label: "their a" }]);
});

test("a note comes before ours, or replaces one", () => {
  const [first] = say(
    ["added", { part: "note", set: "QS1", question: "status" }],
    ["added too", { part: "note", set: "QS1", question: "status" }],
    ["instead", { part: "note", set: "QS1", question: "status", index: 0 }],
    ["for all", { part: "note", set: "QS1" }],
  );
  expect(first?.questions[0]?.notes).toEqual([
    { htmlType: "PARAGRAPH", text: "added", suggestedPlacement: "ABOVE_QUESTION" },
    { htmlType: "PARAGRAPH", text: "added too", suggestedPlacement: "ABOVE_QUESTION" },
    { htmlType: "PARAGRAPH", text: "instead", suggestedPlacement: "BELOW_QUESTION" },
    { htmlType: "UNORDERED_LIST", listItems: ["a"], suggestedPlacement: "BELOW_QUESTION" },
  ]);
  expect(first?.notes).toEqual([
    { htmlType: "PARAGRAPH", text: "for all", suggestedPlacement: "ABOVE_ALL_QUESTIONS" },
    { htmlType: "PARAGRAPH", text: "set note", suggestedPlacement: "ABOVE_ALL_QUESTIONS" },
  ]);
  expect(first?.questions[1]).toBe(sets[0]?.questions[1]);
});

test("a note of ours that says the same as the agency is left out", () => {
  const [first] = say(
    ["theirs", { part: "note", set: "QS1", question: "status" }],
    ["", { part: "note", set: "QS1", question: "status", index: 1 }],
    ["", { part: "note", set: "QS1", index: 0 }],
  );
  expect(first?.questions[0]?.notes).toEqual([
    { htmlType: "PARAGRAPH", text: "theirs", suggestedPlacement: "ABOVE_QUESTION" },
    { htmlType: "PARAGRAPH", text: "our note", suggestedPlacement: "BELOW_QUESTION" },
  ]);
  expect(first?.notes ?? []).toEqual([]);
});

test("a statement is agreed to in the agency's words, several passages on separate lines", () => {
  const [first, second] = say(
    ["I claim", { part: "perjury", set: "QS1", answer: "false" }],
    ["I swear", { part: "perjury", set: "QS1", answer: "false" }],
    ["I declare", { part: "perjury", set: "QS2" }],
  );
  expect(first?.navigation).toMatchObject({
    navigationMappings: {
      true: { nextQuestionSetId: "QS2" },
      false: { perjuryStatement: "I claim\nI swear" },
    },
  });
  expect(second?.navigation).toMatchObject({ navigationMapping: { perjuryStatement: "I declare" } });
});

test("sets without words of the agency are untouched", () => {
  expect(say(["theirs", { part: "ask", set: "QS1", question: "status" }])[1]).toBe(sets[1]);
});
