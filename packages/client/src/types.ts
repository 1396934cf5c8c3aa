import type { components } from "./api.js";

type Schemas = components["schemas"];

export type Address = Schemas["Address"];
export type AddressError = Schemas["AddressError"];
export type Answer = Schemas["Answer"];
export type ApplicableForm = Schemas["ApplicableForm"];
export type Calculation = Schemas["Calculation"];
export type CanadianAddress = Schemas["CanadianAddress"];
export type CatalogEntry = Schemas["CatalogEntry"];
export type Employee = Schemas["Employee"];
export type Employer = Schemas["Employer"];
export type FederalValues = Schemas["FederalValues"];
export type FieldError = Schemas["FieldError"];
export type FillPdfRequest = Schemas["FillPdfRequest"];
export type FillPdfResponse = Schemas["FillPdfResponse"];
export type Flow = Schemas["Flow"];
export type FormInformation = Schemas["FormInformation"];
export type FormSummary = Schemas["FormSummary"];
export type FormsResponse = Schemas["FormsResponse"];
export type GuidedFlowsResponse = Schemas["GuidedFlowsResponse"];
export type LocationData = Schemas["LocationData"];
export type LocationRequest = Schemas["LocationRequest"];
export type Login = Schemas["Login"];
export type Navigation = Schemas["Navigation"];
export type NavigationMapping = Schemas["NavigationMapping"];
export type Note = Schemas["Note"];
export type Notice = Schemas["Notice"];
export type ProblemDocument = Schemas["Problem"];
export type Question = Schemas["Question"];
export type QuestionOption = Schemas["QuestionOption"];
export type QuestionSet = Schemas["QuestionSet"];
export type TaxParameter = Schemas["TaxParameter"];
export type UsAddress = Schemas["UsAddress"];

export type Language = "en" | "es" | "fr";
export type SignForm = NonNullable<FillPdfRequest["signForm"]>;

/** Answers by question id, as they were typed. */
export type Answers = Readonly<Record<string, Answer>>;

/** An exact decimal number, not a binary float. Its text never has an exponent. */
export interface ExactNumber {
  toString(): string;
  toFixed(decimalPlaces?: number): string;
  toNumber(): number;
}

/** An answer once read, or a calculated value. A date is `YYYY-MM-DD`. */
export type Value = ExactNumber | string | boolean | readonly string[];

/** What is wrong with an answer, in the words of its question. */
export interface Problem {
  readonly questionId: string;
  readonly code: "REQUIRED" | "INVALID" | "CHECK" | "UNKNOWN";
  readonly message?: string;
}
