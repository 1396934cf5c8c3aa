import type { Language } from "@withholding-forms/contract";

/** A property of a person or an address: its pattern and how it is printed. */
export interface IdentityField {
  readonly pattern: string;
  /** By language. */
  readonly message: Readonly<Record<Language, string>>;
  readonly format?: string;
  readonly masked?: string;
  /** Words that may be entered instead of a number, and how each is printed. */
  readonly words?: Readonly<Record<string, string>>;
  /** Both spellings of a date are taken, and only days that exist. */
  readonly date?: true;
  /** Of a member of an address. What a form needs of the parties is in the form. */
  readonly required?: "always" | "never";
  readonly requiredWhenNumberStartsWith?: string;
  /** By language: what to say about an expiry date that is over. */
  readonly expired?: Readonly<Record<Language, string>>;
}

/** identity.yaml, as compiled. */
export interface Identity {
  readonly parties: Readonly<
    Record<"US" | "CA", Readonly<Record<"employee" | "employer", Readonly<Record<string, IdentityField>>>>>
  >;
  /** By language: what to say about a home in the other country, where the form is only for residents. */
  readonly homeAbroad: Readonly<Record<Language, string>>;
  /** By language: the same about an employer there, where such a form prints its address. */
  readonly employerAbroad: Readonly<Record<Language, string>>;
  readonly address: Readonly<Record<"US" | "CA", Readonly<Record<string, IdentityField>>>>;
}
