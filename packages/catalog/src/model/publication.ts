/** The content of a form version was published for the first time, or again after it was corrected. */
export interface Publication {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly formId: string;
  readonly formVersion: string;
}
