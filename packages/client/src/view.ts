import type { Answer, AnswerProblem, Language, Question, QuestionSet, Value } from "./types.js";

/** What to show now. Plain data, created again after every change. */
export interface View {
  readonly status: "ASKING" | "COMPLETE" | "INELIGIBLE";
  readonly language: Language;
  /** The current set; after the end, the last one. Absent only in a flow that asks nothing. */
  readonly set?: QuestionSet;
  /** The questions of the current set that are asked now, in order, without given ones. What depends on an answer comes after that answer. */
  readonly questions: readonly ShownQuestion[];
  /** What is wrong with the answers to the current set. Show it after the employee tried to continue. */
  readonly problems: readonly AnswerProblem[];
  /** The sets from the first to the current one. */
  readonly path: readonly PathStep[];
  /** All values on the path by question ID, including calculated ones. */
  readonly values: ReadonlyMap<string, Value>;
}

export interface ShownQuestion {
  readonly question: Question;
  /** As typed. */
  readonly answer?: Answer;
  /** Parsed or calculated; absent if there is none or it is wrong. */
  readonly value?: Value;
  /** The value as text in the language; empty if there is none. */
  readonly text: string;
  readonly problem?: AnswerProblem;
  /** The answer follows from the home address or a flow, so the question is not asked. */
  readonly given?: true;
}

export interface PathStep {
  readonly questionSetId: string;
  readonly title: string;
  /** What was asked there or is given, for a summary page. */
  readonly questions: readonly ShownQuestion[];
}
