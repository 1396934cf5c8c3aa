import type { Answer, AnswerProblem, Language, Question, QuestionSet, Value } from "./types.js";

/** What to show a person now. Plain data, made anew after every change. */
export interface View {
  readonly status: "ASKING" | "COMPLETE" | "INELIGIBLE";
  readonly language: Language;
  /** The current set; after the end, the last one. Absent only in a flow that asks nothing. */
  readonly set?: QuestionSet;
  /** The questions of the current set that are asked now, in order. */
  readonly questions: readonly ShownQuestion[];
  /** What is wrong with the answers to the current set. Show it once the person has tried to go on. */
  readonly problems: readonly AnswerProblem[];
  /** The sets from the first to the current one. */
  readonly path: readonly PathStep[];
  /** All values on the path by question id, calculated ones too. */
  readonly values: ReadonlyMap<string, Value>;
}

export interface ShownQuestion {
  readonly question: Question;
  /** As it was typed. */
  readonly answer?: Answer;
  /** As it was read or calculated; absent while there is none, or it is wrong. */
  readonly value?: Value;
  /** The value in words of the language; empty while there is none. */
  readonly text: string;
  readonly problem?: AnswerProblem;
}

export interface PathStep {
  readonly questionSetId: string;
  readonly title: string;
  /** What was asked there, for a page that sums the answers up. */
  readonly questions: readonly ShownQuestion[];
}
