import type { Language, TaxParameterSchema } from "@withholding-forms/contract";

/** A tax parameter of the vocabulary, and every form version that can return it. */
export interface ParameterEntry extends Omit<TaxParameterSchema, "optional" | "givenBy"> {
  readonly locality: string;
  readonly forms: readonly { readonly id: string; readonly version: string }[];
}

/** The dictionary of all tax parameters in each language. */
export type Dictionary = Readonly<Record<Language, readonly ParameterEntry[]>>;
