export {
  compareTwoJobs,
  type Estimate,
  estimatePaycheck,
  type FilingStatus,
  type Frequency,
  type LeftOut,
  type Line,
  type Method,
  type Paycheck,
  type TwoJobs,
  type TwoJobsEstimate,
  type YearToDate,
} from "@withholding-forms/estimate";
export { agreed } from "./agreed.js";
export { type BulkClient, type BulkLine, type BulkResult, createBulkClient, type Lines } from "./bulk.js";
export { calculate, readValues, type Values } from "./calculate.js";
export type { Fetch } from "./call.js";
export {
  type AccessTokenOptions,
  type ChangesQuery,
  type Client,
  type ClientOptions,
  createClient,
  type KeyOptions,
  type LoginOptions,
} from "./client.js";
export {
  type ChangedQuestion,
  type Comparison,
  compareVersions,
  type Placed,
  type QuestionPart,
} from "./compare.js";
export { displayText } from "./display.js";
export {
  AbortError,
  BadRequestError,
  JourneyError,
  NetworkError,
  NotFoundError,
  ProblemError,
  RateLimitedError,
  RefusedError,
  TimeoutError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedResponseError,
  WithholdingFormsError,
} from "./errors.js";
export { fileNameOf } from "./file-name.js";
export type { FlowJourney, FlowSource, FlowStart, FlowView } from "./flow-journey.js";
export type { FormJourney, FormSource, FormStart, FormView, Person } from "./form-journey.js";
export { formLabel, formName } from "./form-name.js";
export { followingAnswers, givenAnswers, placeInputs, possibleFirst } from "./given-answers.js";
export { newIdempotencyKey } from "./idempotency-key.js";
export { impossibleNumbers } from "./impossible-numbers.js";
export type { Journey, MoveOptions, Progress } from "./journey.js";
export { type MigratedAnswer, type Migration, type MigrationOutcome, migrateAnswers } from "./migrate.js";
export { pdfBytes } from "./pdf-bytes.js";
export { allQuestionSets } from "./question-sets.js";
export { type Known, type SuggestedAnswer, suggestedAnswer } from "./suggested-answer.js";
export { taxParametersOf } from "./tax-parameters.js";
export type { CallOptions, Preferences, ServiceOptions, TokenOptions } from "./transport.js";
export type * from "./types.js";
export type { PathStep, ShownQuestion, View } from "./view.js";
export { type ViewAt, type ViewOptions, viewAt } from "./view-at.js";
export { walk } from "./walk.js";
export {
  createWizardClient,
  type FillOptions,
  type FormSetOptions,
  type VersionOptions,
  type WizardClient,
} from "./wizard-client.js";
