import type { ResultCode } from "@withholding-forms/address";
import type { IdentityNumber, Language } from "@withholding-forms/interview";
import type { FieldCode, ProblemCode } from "../problems.js";
import { en } from "./en.js";
import { es } from "./es.js";
import { fr } from "./fr.js";

/** Every sentence the service itself says; forms and questions bring their own from the content. */
export interface Messages {
  readonly problems: Readonly<Record<ProblemCode, { readonly title: string; readonly detail: string }>>;
  readonly fields: Readonly<Record<FieldCode, string>>;
  /** Better words than "is not valid" for members that have a form of their own. */
  readonly members: Readonly<Record<MemberName, string>>;
  readonly identity: Readonly<Record<IdentityNumber, string>>;
  readonly addresses: Readonly<Record<AddressErrorCode, string>>;
  readonly addressResults: Readonly<
    Record<ResultCode, { readonly message: string; readonly description: string }>
  >;
  readonly notices: { readonly warning: string; readonly deprecation: string; readonly yearEnded: string };
}

export type AddressErrorCode = "JURISDICTION_NOT_COVERED" | "JURISDICTION_UNKNOWN";

export type MemberName =
  | "address"
  | "object"
  | "list"
  | "text"
  | "hasFederalValues"
  | "formVersion"
  | "scope"
  | "lifetime"
  | "zipCode"
  | "provinceTerritory"
  | "postalCode"
  | "signForm";

const all: Readonly<Record<Language, Messages>> = { en, es, fr };

export function messagesIn(language: Language): Messages {
  return all[language];
}

/** Puts values in for `{name}`. */
export function fillIn(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{([a-zA-Z]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}
