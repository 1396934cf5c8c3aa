import type { Navigation, Question, QuestionSet } from "../index.js";

/** Small hand-written question sets. */
export const ask = (id: string, more: Partial<Question> = {}): Question => ({
  id,
  questionText: `${id}?`,
  validationErrorMessage: `wrong ${id}`,
  htmlType: "INPUT",
  required: { whenRequired: "ALWAYS" },
  isCalculated: false,
  ...more,
});

export const number = (id: string, more: Partial<Question> = {}): Question =>
  ask(id, { valueType: "number", validationRegex: "^[0-9]{1,6}$", ...more });

export const choice = (id: string, values: readonly string[], more: Partial<Question> = {}): Question =>
  ask(id, {
    valueType: "text",
    validationRegex: `^(?:${values.join("|")})$`,
    questionOptions: values.map((value) => ({ label: `the ${value}`, value })),
    ...more,
  });

export const calculated = (id: string, formula: string, more: Partial<Question> = {}): Question => ({
  id,
  questionText: id,
  htmlType: "INPUT",
  required: { whenRequired: "NEVER" },
  isCalculated: true,
  calculation: { formula, scale: 0, roundingMode: "HALF_UP" },
  ...more,
});

export const to = (nextQuestionSetId: string): Navigation => ({
  navigationType: "CONSTANT",
  navigationMapping: { hasMoreQuestions: true, nextQuestionSetId },
});

export const end = (perjuryStatement = "I swear."): Navigation => ({
  navigationType: "CONSTANT",
  navigationMapping: { hasMoreQuestions: false, perjuryStatement },
});

/** Each answer leads to a set. */
export const by = (questionId: string, leads: Readonly<Record<string, string>>): Navigation => ({
  navigationType: "VARIABLE",
  questionId,
  navigationMappings: Object.fromEntries(
    Object.entries(leads).map(([answer, next]) => [
      answer,
      { hasMoreQuestions: true, nextQuestionSetId: next },
    ]),
  ),
});

export const set = (id: string, questions: readonly Question[], navigation: Navigation): QuestionSet => ({
  id,
  questions,
  breadcrumbTitle: id,
  navigation,
});
