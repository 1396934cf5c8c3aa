import type { Answer, FillPdfRequest, LocationRequest } from "@withholding-forms/contract";

export type {
  Address,
  AddressError,
  Answer,
  ApplicableForm,
  Calculation,
  CanadianAddress,
  CatalogEntry,
  Certificate,
  ChangesResponse,
  CodedNotice,
  CoverageResponse,
  CoveredForm,
  CoveredJurisdiction,
  CoveredVersion,
  EffectiveParameter,
  EffectiveParametersRequest,
  EffectiveParametersResponse,
  Employee,
  Employer,
  Express,
  FederalValues,
  FieldError,
  FillPdfRequest,
  FillPdfResponse,
  Flow,
  FormChange,
  FormInformation,
  FormSummary,
  FormsResponse,
  GuidedFlowsResponse,
  Language,
  LocationData,
  LocationRequest,
  Login,
  MigrateRequest,
  MigrateResponse,
  MissingForm,
  Navigation,
  NavigationMapping,
  Note,
  Notice,
  NoticeDefinition,
  NoticesResponse,
  ParameterDefinition,
  ParametersResponse,
  ProblemDocument,
  Question,
  QuestionOption,
  QuestionSet,
  Situation,
  Suggestion,
  TaxParameter,
  UsAddress,
} from "@withholding-forms/contract";

export type SignForm = NonNullable<FillPdfRequest["signForm"]>;

export type PaymentType = NonNullable<LocationRequest["paymentType"]>;

/** Answers by question ID, as typed. */
export type Answers = Readonly<Record<string, Answer>>;

/** An exact decimal number, not a binary float. Its text never has an exponent. */
export interface ExactNumber {
  toString(): string;
  toFixed(decimalPlaces?: number): string;
  toNumber(): number;
}

/** A parsed answer or a calculated value. A date is `YYYY-MM-DD`. */
export type Value = ExactNumber | string | boolean | readonly string[];

/** What is wrong with an answer, with the question's own message. */
export interface AnswerProblem {
  readonly questionId: string;
  readonly code: "REQUIRED" | "INVALID" | "CHECK" | "UNKNOWN";
  readonly message?: string;
}

/** What is known about the employee before the questions of a form. */
export interface GivenBy {
  /** State, province, or territory of the home address. */
  readonly region?: string | undefined;
  /** Answers that the form's `given` has in the flow. */
  readonly given?: Answers | undefined;
}
