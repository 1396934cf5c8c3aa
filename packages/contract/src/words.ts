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

/** Whom a notice is for. */
export const noticeAudiences = ["EMPLOYEE", "EMPLOYER", "OPERATOR"] as const;

/** What a notice asks its audience to do. */
export const noticeActions = [
  "KEEP",
  "SEND_COPY_TO_AGENCY",
  "SEND_ORIGINAL_TO_AGENCY",
  "REPORT_DOUBTS",
  "CHECK_DOCUMENTS",
  "COMPLETE_EMPLOYER_PART",
  "ATTACH_DOCUMENT",
  "GIVE_FORM",
  "RENEW",
  "CHECK_ADDRESS",
  "CHECK_ANSWERS",
  "CHECK_WITHHOLDING",
  "ASK_AGENCY",
  "CHECK_PRINT",
  "CHECK_INTEGRATION",
] as const;

/** When a notice's action is due. */
export const noticeDues = [
  "WITH_FORM",
  "BEFORE_USE",
  "END_OF_PAY_PERIOD",
  "WITHIN_5_DAYS",
  "WITHIN_10_DAYS",
  "WITHIN_20_DAYS",
  "WITHIN_30_DAYS",
  "END_OF_QUARTER",
  "MAR_31",
  "END_OF_YEAR",
  "JAN_31",
  "FEB_15",
  "EVERY_YEAR",
] as const;

/** Notices that every form can have, because they are about versions and prints. Their texts are in the service. */
export const serviceNotices = [
  "VERSION_NOT_SENT",
  "VERSION_DEPRECATED",
  "YEAR_ENDED",
  "WORDING_PARAPHRASED",
  "PRINT_NOT_SEEN",
] as const;
export type ServiceNotice = (typeof serviceNotices)[number];

export const placeKinds = ["COUNTY", "CITY", "TOWNSHIP", "SCHOOL_DISTRICT", "SPECIAL_DISTRICT"] as const;
