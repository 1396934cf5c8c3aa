/**
 * The question sets as the specification publishes them. The service answers with these objects, the client
 * receives them, and both walk them with the same engine, so the two can never disagree.
 *
 * Beyond the specification a question carries three optional helps that old clients may ignore:
 * `valueType`, `required.when` and `checks` (docs/decisions/0003-published-extensions.md).
 */
export type Language = "en" | "es" | "fr";
export const languages: readonly Language[] = ["en", "es", "fr"];

export interface QuestionSet {
  readonly id: string;
  readonly questions: readonly Question[];
  readonly notes?: readonly Note[];
  readonly breadcrumbTitle: string;
  readonly navigation: Navigation;
  readonly notice?: Notice;
}

export interface Question {
  readonly id: string;
  readonly questionText: string;
  readonly validationRegex?: string;
  readonly validationErrorMessage?: string;
  readonly htmlType: HtmlType;
  readonly displayType?: DisplayType;
  readonly required: Required;
  readonly questionOptions?: readonly QuestionOption[];
  readonly multiSelectQuestionOptions?: readonly { readonly id: string; readonly label: string }[];
  readonly isCalculated: boolean;
  readonly calculation?: Calculation;
  readonly notes?: readonly Note[];
  readonly valueType?: ValueType;
  readonly checks?: readonly Check[];
}

export type HtmlType = "INPUT" | "SELECT" | "TEXTAREA" | "PARAGRAPH" | "UNORDERED_LIST" | "IMAGE" | "TABLE";

export type DisplayType =
  | "TEXT"
  | "RADIO"
  | "CHECKBOX"
  | "MULTI_SELECT_CHECKBOX"
  | "MONTH_YEAR"
  | "YEAR"
  | "TELEPHONE"
  | "EMAIL"
  | "ZIPCODE"
  | "INTEGER"
  | "PERCENT"
  | "DOLLAR";

/** What an answer is once read: decides how formulas see it. */
export type ValueType = "boolean" | "number" | "text" | "date" | "multi";

export interface Required {
  readonly whenRequired: "ALWAYS" | "DEPENDENT" | "NEVER";
  /** Formula over earlier answers: the question is asked only while it holds. Absent: always asked. */
  readonly when?: string;
}

/** A rule between answers, beyond the pattern: the formula must hold once the question is answered. */
export interface Check {
  readonly formula: string;
  readonly message: string;
}

export interface Calculation {
  readonly formula: string;
  readonly scale: number;
  readonly roundingMode?: RoundingMode;
}

export type RoundingMode = "CEILING" | "FLOOR" | "HALF_UP";

export interface QuestionOption {
  readonly label: string;
  readonly id?: string;
  readonly value?: boolean | string;
  readonly formsToComplete?: readonly FormSummary[];
}

export interface FormSummary {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly formVersion: string;
  readonly formLocality: string;
  readonly formType: string;
  readonly recommended?: boolean;
  readonly initialQuestionSet: string;
}

export type Placement = "ABOVE_QUESTION" | "BELOW_QUESTION" | "ABOVE_ALL_QUESTIONS" | "BELOW_ALL_QUESTIONS";

export type Note =
  | { readonly htmlType: "PARAGRAPH"; readonly text: string; readonly suggestedPlacement: Placement }
  | {
      readonly htmlType: "UNORDERED_LIST";
      readonly listItems: readonly string[];
      readonly suggestedPlacement: Placement;
      readonly optionalLabel?: string;
    }
  | {
      readonly htmlType: "IMAGE";
      readonly href: string;
      readonly suggestedPlacement: Placement;
      readonly optionalLabel?: string;
    }
  | {
      readonly htmlType: "TABLE";
      readonly headers: readonly string[];
      readonly rows: readonly { readonly cells: readonly string[] }[];
      readonly suggestedPlacement: Placement;
      readonly optionalLabel?: string;
    };

export interface Notice {
  readonly type: "WARNING" | "DEPRECATION";
  readonly message: string;
}

export interface NavigationMapping {
  readonly hasMoreQuestions: boolean;
  /** `QS<number>`, or `INELIGIBLE` where a person with this answer cannot complete the form. */
  readonly nextQuestionSetId?: string;
  readonly perjuryStatement?: string;
}

export type Navigation =
  | { readonly navigationType: "CONSTANT"; readonly navigationMapping: NavigationMapping }
  | {
      readonly navigationType: "VARIABLE";
      readonly questionId: string;
      readonly navigationMappings: Readonly<Record<string, NavigationMapping>>;
    };

export const INELIGIBLE = "INELIGIBLE";
