import type { Language } from "@withholding-forms/client";

export type NumberKind = "DOLLAR" | "INTEGER" | "PERCENT";

/** The wizard's own text. Questions come from the service, in the same language. */
export interface Messages {
  readonly language: string;
  readonly wizardTitle: string;
  readonly loading: string;
  readonly back: string;
  readonly next: string;
  readonly change: string;
  readonly changeAnswer: (question: string) => string;
  readonly optional: string;
  readonly choose: string;
  /** Label of the search field above a long list. */
  readonly search: string;
  readonly found: (found: number, all: number) => string;
  readonly day: string;
  readonly month: string;
  readonly year: string;
  readonly calculated: string;
  readonly notAnswered: string;
  readonly dollars: string;
  readonly percent: string;
  readonly openImage: string;
  readonly image: string;
  /** Above text of the agency, which is written for paper. */
  readonly agencyWords: string;
  /** A link to the form at the agency that publishes it. */
  readonly atAgency: (form: string) => string;
  readonly stepOf: (step: number, of: number) => string;
  readonly summary: { readonly title: string; readonly intro: string };
  readonly problems: {
    readonly required: string;
    readonly invalid: string;
    readonly fill: string;
    /** A number that is not in the format of the language. */
    readonly number: Readonly<Record<NumberKind, string>>;
    readonly zipCode: string;
    readonly postalCode: string;
    readonly date: string;
    readonly name: string;
    readonly middleInitial: string;
    readonly socialSecurityNumber: string;
    readonly taxpayerNumber: string;
    readonly socialInsuranceNumber: string;
    /** Nine digits that cannot have been issued. */
    readonly neverIssued: Readonly<Record<"socialSecurityNumber" | "socialInsuranceNumber", string>>;
    readonly federalEIN: string;
    readonly telephoneNumber: string;
    readonly signature: (name: string) => string;
    readonly tooLong: (limit: number) => string;
    readonly character: (character: string) => string;
  };
  readonly failure: Readonly<
    Record<"title" | "network" | "unauthorized" | "busy" | "other" | "blocked" | "retry" | "setup", string>
  >;
  readonly addresses: Readonly<
    Record<
      | "title"
      | "intro"
      | "paper"
      | "home"
      | "sameAsHome"
      | "country"
      | "us"
      | "ca"
      | "streetAddress1"
      | "streetAddress2"
      | "city"
      | "state"
      | "zipCode"
      | "provinceTerritory"
      | "postalCode"
      | "add",
      string
    >
  > & { readonly work: (number: number) => string; readonly remove: (number: number) => string };
  readonly confirm: Readonly<
    Record<"title" | "intro" | "standard" | "typed" | "unverified" | "edit", string>
  >;
  /** All special cases on one page. */
  readonly checklist: Readonly<Record<"title" | "intro" | "none", string>> & {
    readonly conflict: (place: string) => string;
  };
  /** Several question sets in full on one page. */
  readonly express: Readonly<Record<"title" | "intro" | "none" | "problem", string>>;
  readonly overview: Readonly<Record<"none" | "noneTitle" | "paperTitle" | "paper" | "finish", string>> & {
    readonly blank: (name: string) => string;
    /** In the name of its file, after that of the form. */
    readonly blankFile: string;
  };
  readonly person: Readonly<
    Record<
      | "title"
      | "numbersLost"
      | "intro"
      | "firstName"
      | "middleInitial"
      | "lastName"
      | "fullName"
      | "socialSecurityNumber"
      | "taxpayerNumber"
      | "socialInsuranceNumber"
      | "socialInsuranceNumberExpiryDate"
      | "expiryHint"
      | "employer"
      | "employerAddress"
      | "employerAddressHint"
      | "name"
      | "federalEIN"
      | "telephoneNumber"
      | "address",
      string
    >
  >;
  /** What the wizard says beside a field. */
  readonly entry: Readonly<Record<"wholeDollars" | "show" | "hide" | "fromAddress", string>> & {
    readonly rounded: (amount: string) => string;
    readonly showNumber: (name: string) => string;
    readonly hideNumber: (name: string) => string;
    readonly from: (form: string) => string;
    readonly differs: (form: string, answer: string) => string;
    readonly differsFromAddress: (answer: string) => string;
  };
  /** For people who do not have the number that their forms print. */
  readonly noNumber: Readonly<
    Record<
      "socialSecurityNumber" | "socialInsuranceNumber",
      Readonly<Record<"title" | "apply" | "link" | "url", string>>
    >
  > &
    Readonly<Record<"appliedFor" | "useAppliedFor" | "later" | "isItin", string>> & {
      /** With the forms that accept one, if only some do. */
      readonly itin: (accepting: string) => string;
      readonly needed: (forms: string) => string;
      readonly employer: (count: number) => string;
    };
  /** By the language of the printed form, if it is not the language of the page. */
  readonly courtesy: Readonly<Record<Language, (form: string) => string>>;
  readonly ineligible: Readonly<
    Record<"title" | "todo" | "wrong" | "right" | "other" | "changeAnswer" | "otherForm", string>
  > & {
    readonly intro: (form: string) => string;
  };
  readonly review: Readonly<Record<"title" | "intro" | "you" | "fixed" | "given" | "doesNotApply", string>>;
  readonly preview: Readonly<Record<"continue", string>>;
  readonly sign: Readonly<Record<"title" | "official" | "signature" | "externally" | "previewOnly", string>>;
  /** Forms that the employee needs and the service does not have. */
  readonly owed: Readonly<Record<"title", string>> & {
    readonly form: (place: string) => string;
    readonly text: (place: string) => string;
    readonly agency: (agency: string) => string;
  };
  readonly startOver: Readonly<Record<"title" | "intro" | "effect" | "restart" | "keep" | "earlier", string>>;
  readonly done: Readonly<Record<"title" | "next" | "handedOver", string>> & {
    readonly intro: (count: number) => string;
    readonly download: (name: string) => string;
    readonly print: (name: string) => string;
  };
  /** The pages of a form in the review. */
  readonly formImage: Readonly<Record<"intro" | "zoomIn" | "zoomOut" | "drawing" | "failed", string>> &
    Readonly<Record<"title" | "open", (form: string) => string>> & {
      readonly page: (form: string, page: number) => string;
      readonly showAll: (count: number) => string;
    };
  readonly signing: Readonly<Record<"isSigned" | "consent" | "consentMissing", string>> & {
    readonly bySigning: (count: number, date: string) => string;
    readonly typeName: (name: string) => string;
    readonly sign: (count: number) => string;
    readonly notSigned: (forms: string) => string;
    readonly othersSigned: (forms: string) => string;
  };
  /** On the last page. */
  readonly ending: Readonly<
    Record<"delivered" | "pending" | "notDelivered" | "folder" | "numberLater" | "itinNow", string>
  > & { readonly downloadAll: (count: number) => string };
}
