import type {
  CodedNotice,
  FormFields,
  FormInformation,
  Language,
  QuestionSet,
  TaxParameterSchema,
  Verification,
} from "@withholding-forms/contract";
import type { CompiledOfficial } from "./binding.js";
import type { IdentityField } from "./identity.js";
import type { PrintedField } from "./printed-field.js";
import type { CompiledRegister } from "./register.js";
import type { TableData } from "./table.js";
import type { Validity } from "./validity.js";

/** One version of one form, ready for the artifact: plain data, nothing left to parse but formulas. */
export interface CompiledForm {
  readonly id: string;
  readonly version: string;
  readonly name: string;
  readonly title: string;
  readonly formType: string;
  readonly locality: string;
  readonly country: "US" | "CA";
  readonly language: Language;
  readonly effective: string;
  readonly retired?: string;
  readonly federalValues: boolean;
  /** Where the agency publishes the form: the file, or the page that lists it. */
  readonly published: string;
  /** The same where every page of the form must link there, because the law fixes its words. */
  readonly agencyAddress?: string;
  readonly verification: Verification;
  readonly validity: Validity;
  readonly notices: readonly CompiledNotice[];
  readonly formFields: FormFields;
  readonly needs: Readonly<Record<"employee" | "employer", Readonly<Record<string, "always" | "never">>>>;
  /** Numbers of the employee that this form takes in another shape than most forms. */
  readonly numbers?: Readonly<Record<string, IdentityField>>;
  readonly parameters: readonly CompiledParameter[];
  readonly printed: readonly PrintedField[];
  /** Labels of options in the language of the edition, for `label()`. */
  readonly printLabels: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Answers printed in a fixed shape and masked in a preview. */
  readonly masks: Readonly<Record<string, Mask>>;
  /** In the language of the edition. */
  readonly tables: Readonly<Record<string, TableData>>;
  /** Some calculation gives words, which differ by language. */
  readonly calculatesWords?: true;
  /** Named expressions for the page and the parameters, in order. */
  readonly helpers: Readonly<Record<string, string>>;
  /** What its certificates replace and wait for. */
  readonly lifeCycle?: Pick<FormInformation, "editionOf" | "gatedBy" | "replaces">;
  /** Answers by question ID that answers to flows determine: by the question of the flow and its answer. */
  readonly givenByFlows?: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>
  >;
  /** Rows that the operator may supply, and the questions that become pick lists then. */
  readonly register?: CompiledRegister;
  /** Where the agency's own file is bound. */
  readonly official?: CompiledOfficial;
}

/** A notice of the content's own. */
export interface CompiledNotice {
  /** Of `SharedContent.notices`. */
  readonly code: string;
  /** With `{{ id }}` where a completed form has the value of an answer or helper. */
  readonly message: Readonly<Record<Language, string>>;
  /** Instead of that of the code. */
  readonly due?: CodedNotice["due"];
  /** Expression: only with a completed form for which it is true. */
  readonly when?: string;
}

export interface Mask {
  readonly format?: string;
  readonly masked?: string;
}

/** Published sets by language; `federal` where the form changes with hasFederalValues. */
export type CompiledSets = Readonly<
  Record<Language, { readonly plain: readonly QuestionSet[]; readonly federal?: readonly QuestionSet[] }>
>;

/** `taxParameters` of the form information, with their texts in each language. */
export type PublishedParameters = Readonly<Record<Language, readonly TaxParameterSchema[]>>;

/** What is needed to calculate a tax parameter. */
export interface CompiledParameter {
  readonly id: string;
  readonly type: TaxParameterSchema["valueType"];
  /** Expression. */
  readonly value: string;
  readonly when?: string;
}
