/** Languages of questions and messages. */
export const languages = ["en", "es", "fr"] as const;
export type Language = (typeof languages)[number];

/** The end of a path on which the employee cannot use the form; used instead of a question set's id. */
export const INELIGIBLE = "INELIGIBLE";

/** Sources that a form was checked against, best first. */
export const verificationLevels = ["AGENCY_FILE", "AGENCY_TEXT", "OLDER_REVISION", "DERIVED"] as const;
export type VerificationLevel = (typeof verificationLevels)[number];

/** Who signs a form besides the employee. */
export const signers = ["EMPLOYER", "WITHHOLDING_AGENT", "NOTARY"] as const;
export type Signer = (typeof signers)[number];

/** How an INPUT question is shown. */
export const displayTypes = [
  "TEXT",
  "RADIO",
  "CHECKBOX",
  "MULTI_SELECT_CHECKBOX",
  "MONTH_YEAR",
  "YEAR",
  "TELEPHONE",
  "EMAIL",
  "ZIPCODE",
  "INTEGER",
  "PERCENT",
  "DOLLAR",
] as const;

/** Types of the values of tax parameters. */
export const parameterTypes = [
  "boolean",
  "dollarAmount",
  "integer",
  "percent",
  "string",
  "code",
  "date",
] as const;
