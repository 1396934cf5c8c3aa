import type {
  AddressPlace,
  ApplicableForm,
  Certificate,
  CodedNotice,
  CoveredJurisdiction,
  EffectiveParametersResponse,
  Flow,
  FormChange,
  FormFields,
  Language,
  NoticeDefinition,
  ParameterDefinition,
  PaymentType,
  Question,
  QuestionSet,
  RequiredMembers,
  ServiceNotice,
  SignatureField,
  Situation,
  TaxParameter,
  TaxParameterSchema,
  Verification,
  VerificationLevels,
} from "@withholding-forms/contract";
import type { Walk } from "@withholding-forms/interview";
import type { FillMode, PrintedValues, Template } from "@withholding-forms/pdf";
import type { CompiledForm } from "./form.js";

/**
 * Everything the service knows, compiled and indexed. Immutable; which version is the latest depends only on the
 * day passed in, so a scheduled version takes over without a restart. Days are `YYYY-MM-DD`.
 */
export interface Catalog {
  /** Digest of the compiled content, for ETags. */
  readonly digest: string;
  /** Ids of all forms that can be filled on that day. */
  formIds(day: string): readonly string[];
  /** The current version of each form. */
  current(day: string): readonly FormVersion[];
  /** All versions that can be requested by name on that day, newest first; empty for an unknown form. */
  versions(formId: string, day: string): readonly FormVersion[];
  /** `2024.1.0` and `2024.01.0` are the same version. Without one, the latest. */
  find(formId: string, version: string | undefined, day: string): Found | "UNKNOWN_FORM" | "UNKNOWN_VERSION";
  /** A version, also if it is retired. */
  stored(formId: string, version: string): FormVersion | undefined;
  flow(flowId: string): FlowDefinition | undefined;
  flowQuestionSet(
    flow: FlowDefinition,
    questionSetId: string,
    language: Language,
    day: string,
  ): QuestionSet | undefined;
  /**
   * Forms and flows for one home and one or more work places, for wages by default. The language decides which edition is
   * recommended.
   */
  applicable(
    home: Place,
    works: readonly Place[],
    day: string,
    language: Language,
    payment?: PaymentType,
  ): Applicable;
  /** Codes of the localities that an address suggests, and the cities in which all of its ZIP Code is. */
  localitiesAt(address: PostalAddress): LocalitiesAt;
  /** All tax parameters that forms of that day can return, described in a language. */
  parameters(day: string, language: Language): readonly ParameterDefinition[];
  /** Which parameters payroll uses on a day, or what is wrong with the request. */
  effective(history: History): EffectiveParametersResponse | readonly RefusedMember[];
  /** All codes of notices, described in a language, with the forms of that day that can have them. */
  notices(day: string, language: Language): readonly NoticeDefinition[];
  /** All jurisdictions and localities with their forms of that day, and what is missing. */
  coverage(day: string): readonly CoveredJurisdiction[];
  /** What changed, and what is scheduled, as seen from a day. */
  changes(choice: ChangesChoice, day: string): readonly FormChange[];
  /** How many publications the content has. */
  readonly publications: number;
  /** Jurisdictions and their localities by code, covered or not. */
  readonly jurisdictions: ReadonlyMap<string, Jurisdiction>;
}

/** Without a member, all changes. With both, those that both choose. */
export interface ChangesChoice {
  /** Changes on and after this day. */
  readonly since?: string | undefined;
  /** What was not yet there on this day, when there were this many publications. */
  readonly after?: { readonly day: string; readonly publications: number } | undefined;
}

export interface History {
  readonly date: string;
  readonly certificates: readonly Certificate[];
  readonly situations: readonly Situation[];
  /** Whose day an instant is. */
  readonly timeZone: string;
}

/** A member of the request that names something unknown, or is no day. */
export type RefusedMember = { readonly pointer: string } & (
  | { readonly code: "UNKNOWN"; readonly what: "formId" | "formVersion" | "id" }
  | { readonly code: "INVALID" }
);

export interface Place {
  readonly addressId: string;
  readonly country: "US" | "CA";
  /** State, territory or province; undefined where the address gave none that exists. */
  readonly region: string | undefined;
  /** Codes of the localities that the address suggests. */
  readonly localities?: readonly string[];
  /** Codes of those in which it is, or in which all of its ZIP Code is. */
  readonly inside?: readonly string[];
}

export interface LocalitiesAt extends Required<Pick<Place, "localities" | "inside">> {
  readonly places: readonly AddressPlace[];
}

/** What suggests a locality. */
export interface PostalAddress {
  readonly country: "US" | "CA";
  readonly region: string | undefined;
  readonly city: string;
  readonly zipCode: string;
  readonly places?: readonly AddressPlace[];
}

export interface Jurisdiction {
  readonly code: string;
  readonly name: string;
  readonly country: "US" | "CA";
  readonly wageTax: boolean;
  /** Where wages are taxed: who publishes the forms. */
  readonly agency?: { readonly name: string; readonly url: string; readonly language?: "es" | "fr" };
  readonly covered: boolean;
}

export interface Applicable {
  readonly flows: readonly Flow[];
  readonly forms: readonly ApplicableForm[];
  /** Places whose wages are taxed but whose forms are not here yet, and regions that do not exist. */
  readonly problems: readonly {
    readonly addressId: string;
    readonly code:
      | "FORM_NOT_AVAILABLE"
      | "JURISDICTION_NOT_COVERED"
      | "JURISDICTION_UNKNOWN"
      | "PENSION_NOT_COVERED";
    readonly jurisdiction: string;
    /** Name of the certificate that is missing, where it is known. */
    readonly formName?: string;
    /** Of FORM_NOT_AVAILABLE: a sentence that says for whom the form is. */
    readonly who?: string;
  }[];
}

export interface FlowDefinition {
  readonly id: string;
  readonly hasFlowQuestions: boolean;
}

export interface Found {
  readonly form: FormVersion;
  readonly status: "SCHEDULED" | "CURRENT" | "DEPRECATED";
  /** The version that is current on that day (the form's only scheduled one when none is effective yet). */
  readonly latest: FormVersion;
  /** The form is for a year that is over on that day. */
  readonly yearEnded: boolean;
}

/** A notice as published, and whether the specification's `notice` leaves it out. */
export interface FormNotice {
  readonly notice: CodedNotice;
  readonly quiet: boolean;
}

export interface FormVersion {
  readonly id: string;
  readonly version: string;
  readonly name: string;
  readonly title: string;
  /** `RESIDENT`, `CANADA_RESIDENT`, ... */
  readonly formType: string;
  readonly locality: string;
  readonly country: "US" | "CA";
  /** Of the printed edition. */
  readonly language: Language;
  readonly effectiveDate: string;
  /** The year that the form is for; absent where it serves any year. */
  readonly taxYear?: number;
  /** Last day on which the version is served. */
  readonly retiredDate?: string;
  /** Of the agency's own file, where that is what is filled; absent while the blank is drawn by us. */
  readonly edition?: string;
  readonly initialQuestionSet: string;
  readonly acceptsFederalValues: boolean;
  /** Where the agency publishes the form, if every page of it must link there, because the law fixes its words. */
  readonly agencyAddress?: string;
  /** The operator demands the agency's file for signing, and it is not there. */
  readonly agencyFileMissing: boolean;
  /** What was read before the form was written. */
  readonly verification: Verification;
  /** Those of `verification`, without opening the form. */
  readonly verificationLevels: VerificationLevels;
  /** What answers to flows say about answers to the form. */
  readonly givenByFlows?: CompiledForm["givenByFlows"];
  readonly lifeCycle?: CompiledForm["lifeCycle"];
  readonly pages: number;
  /** All notices that the completed form can have. */
  notices(language: Language): readonly FormNotice[];
  /** A notice about the version or the agency's file. */
  serviceNotice(code: ServiceNotice, message: string): FormNotice;
  /** As published: `formFields` of the form information, patterns at the leaves. */
  readonly formFields: FormFields;
  /** Whether each member of employee and employer is required, in the shape of `formFields`. */
  readonly required: RequiredMembers;
  /** Patterns of a home address in the other country; undefined where the form is only for residents. */
  readonly otherCountryAddress: Readonly<Record<string, string>> | undefined;
  /** As published in the form information, described in a language. */
  taxParameters(language: Language): readonly TaxParameterSchema[];
  /** What SIGN_EXTERNALLY leaves as fields, in the order of the page. */
  readonly signatureFields: readonly SignatureField[];
  questionSet(questionSetId: string, language: Language, hasFederalValues: boolean): QuestionSet | undefined;
  /** Every question of the form with this id, in one language. */
  questions(id: string, language: Language): readonly Question[];
  /** The blank, unflattened PDF. */
  blank(): Uint8Array;
  template(): Template;
  /** Checks a fillPdf request, walks it, and gives what to print and what to return. Pure. */
  complete(request: CompleteRequest): Completion;
  /** Where the text of a printed field was entered, for errors. Empty if it was not entered. */
  printedFrom(request: CompleteRequest, fieldName: string): readonly PrintedSource[];
}

export interface CompleteRequest {
  /** As received; shapes are checked here against the content's identity patterns. */
  readonly employee: Readonly<Record<string, unknown>>;
  readonly employer: Readonly<Record<string, unknown>> | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly federalValues: Readonly<Record<string, unknown>> | undefined;
  readonly mode: FillMode;
  readonly language: Language;
  /** The one instant of stamp, date field and audit. */
  readonly instant: Date;
  /** IANA zone, already known to be valid. */
  readonly timeZone: string;
}

/** A member of the request that a printed value is made from. */
export interface PrintedSource {
  readonly pointer: string;
  readonly questionId?: string;
}

export type Completion =
  | {
      readonly outcome: "COMPLETE";
      readonly taxParameters: readonly TaxParameter[];
      /** Values of the calculated questions on the path, by question id, as the form prints them: rounded. */
      readonly calculatedValues: Readonly<Record<string, string>>;
      /** By PDF field name; numbers already masked for PREVIEW. */
      readonly printed: PrintedValues;
      readonly ignoredFields: readonly string[];
      /** Those of the form's own that these answers call for, in the caller's language. */
      readonly notices: readonly FormNotice[];
      readonly walk: Walk;
    }
  | { readonly outcome: "REFUSED"; readonly problems: readonly FieldProblem[] }
  | { readonly outcome: "INELIGIBLE"; readonly walk: Walk };

export interface FieldProblem {
  /** JSON pointer into the request body, such as `/fields/dependents` or `/employee/firstName`. */
  readonly pointer: string;
  readonly questionId?: string;
  readonly code:
    | "REQUIRED"
    | "INVALID"
    | "CHECK"
    | "UNKNOWN"
    | "NOT_ACCEPTED"
    | "TOO_LONG"
    | "CHARACTER"
    | "EXPIRED"
    | "TOO_EARLY";
  /** The character that cannot be printed, for the code CHARACTER. */
  readonly character?: string;
  /** In the caller's language, where the content has words for it; else the service words it by its code. */
  readonly message?: string;
}
