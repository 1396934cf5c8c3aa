import type { Signer } from "@withholding-forms/contract";

/** A field of the page and the expression that feeds it. */
export interface PrintedField {
  readonly name: string;
  readonly kind: "text" | "check";
  readonly value: string;
  /** Stays a field for an external signature. `text` is something else that the signer writes, printed in other modes. */
  readonly role?: "signature" | "date" | "text";
  /** Who signs here, where it is not the employee: signature and date stay empty when the employee signs. */
  readonly signer?: Signer;
  /** Of the date next to a signature. */
  readonly format?: string;
  /** Where a form has several places to sign: this one is signed only while the expression is true. */
  readonly when?: string;
  /** The employee's own worksheet: filled in a preview, empty on what the employer receives. */
  readonly private?: true;
}
