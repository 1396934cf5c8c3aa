/** A field of the page and the expression that feeds it. */
export interface PrintedField {
  readonly name: string;
  readonly kind: "text" | "check";
  readonly value: string;
  readonly role?: "signature" | "date";
  /** Of a date to sign next to. */
  readonly format?: string;
  /** Where a form has several places to sign: this one is signed only while the expression holds. */
  readonly when?: string;
  /** Somebody else signs here, later: empty when the employee signs. */
  readonly blank?: true;
  /** The employee's own worksheet: filled in a preview, empty on what the employer receives. */
  readonly private?: true;
}
