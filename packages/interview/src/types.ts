import type { Note, Question } from "@withholding-forms/contract";

/**
 * The question sets as the specification publishes them. The service returns these objects, the client receives
 * them, and both evaluate them with the same engine, so the two can never disagree.
 *
 * Beyond the specification, they have members that other clients can ignore: `valueType`, `required.when`, `checks`,
 * `tables`, and `formulaWithTables` (docs/decisions/0003-published-extensions.md).
 */
export {
  type ApplicableForm,
  type Calculation,
  type FormSummary,
  INELIGIBLE,
  type Language,
  languages,
  type Navigation,
  type NavigationMapping,
  type Note,
  type Notice,
  type Question,
  type QuestionOption,
  type QuestionSet,
} from "@withholding-forms/contract";

export type HtmlType = Question["htmlType"];
export type DisplayType = NonNullable<Question["displayType"]>;

/** Type of an answer in formulas. */
export type ValueType = NonNullable<Question["valueType"]>;

/** A rule between answers, beyond the pattern: the formula must be true once the question is answered. */
export type Check = NonNullable<Question["checks"]>[number];

export type RoundingMode = NonNullable<Question["calculation"]>["roundingMode"];
export type Placement = Note["suggestedPlacement"];
