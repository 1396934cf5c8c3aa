import type { ResultCode } from "@withholding-forms/address";
import type { FieldCode, ProblemCode } from "@withholding-forms/contract";
import type { IdentityNumber } from "@withholding-forms/interview";

/** The service's own messages. Messages of forms and questions come from the content. */
export interface Messages {
  readonly problems: Readonly<Record<ProblemCode, { readonly title: string; readonly detail: string }>>;
  readonly fields: Readonly<Record<FieldCode, string>>;
  /** Better messages than "is not valid" for members with their own format. */
  readonly members: Readonly<Record<MemberName, string>>;
  /** Better messages than "does not exist" for members that name something. */
  readonly unknown: Readonly<Record<"formId" | "formVersion" | "id", string>>;
  readonly identity: Readonly<Record<IdentityNumber, string>>;
  readonly addresses: Readonly<Record<AddressErrorCode, string>>;
  /** JURISDICTION_NOT_COVERED and PENSION_NOT_COVERED where the name of the form is known. */
  readonly missingForm: string;
  readonly addressResults: Readonly<
    Record<ResultCode, { readonly message: string; readonly description: string }>
  >;
  readonly notices: Readonly<
    Record<"warning" | "deprecation" | "yearEnded" | "paraphrase" | "printNotSeen", string>
  >;
}

export type AddressErrorCode = "JURISDICTION_NOT_COVERED" | "PENSION_NOT_COVERED" | "FORM_NOT_AVAILABLE";

export type MemberName =
  | "address"
  | "object"
  | "list"
  | "text"
  | "hasFederalValues"
  | "formVersion"
  | "since"
  | "cursor"
  | "scope"
  | "lifetime"
  | "employeeReference"
  | "employeeReferenceScope"
  | "zipCode"
  | "provinceTerritory"
  | "postalCode"
  | "signForm"
  | "paymentType"
  | "homeState";
