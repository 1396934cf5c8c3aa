import type * as engine from "@withholding-forms/interview";
import type { operations } from "./api.js";
import type { Client } from "./client.js";
import type * as own from "./types.js";

/**
 * Fails to compile when the published interface and the engine drift apart: the sets that come over the wire go into the
 * engine as they are, and what the engine has goes out as the interface says.
 */
export type Agreement = [
  Assert<Both<own.QuestionSet, engine.QuestionSet>>,
  Assert<Both<own.Question, engine.Question>>,
  Assert<Both<own.QuestionOption, engine.QuestionOption>>,
  Assert<Both<own.Calculation, engine.Calculation>>,
  Assert<Both<own.Note, engine.Note>>,
  Assert<Both<own.Notice, engine.Notice>>,
  Assert<Both<own.Navigation, engine.Navigation>>,
  Assert<Both<own.NavigationMapping, engine.NavigationMapping>>,
  Assert<Both<own.FormSummary, engine.FormSummary>>,
  Assert<Both<own.Language, engine.Language>>,
  Assert<Both<own.Problem, engine.Problem>>,
  Assert<Into<NonNullable<engine.Value>, own.Value>>,
  Assert<Into<own.Answers, engine.Answers>>,
  /** A form of `forms` can start a journey like any other. */
  Assert<Into<own.ApplicableForm, own.FormSummary>>,
  /** Every operation of the interface is a call of the client, and no other. */
  Assert<Both<keyof operations, Exclude<keyof Client, "language" | "accessToken">>>,
];

type Assert<Holds extends true> = Holds;
type Into<A, B> = [A] extends [B] ? true : false;
type Both<A, B> = Into<A, B> extends true ? Into<B, A> : false;
