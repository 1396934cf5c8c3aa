/** What was read before a form was written, the best first. */
export const verificationLevels = ["AGENCY_FILE", "AGENCY_TEXT", "OLDER_REVISION", "DERIVED"] as const;
export type VerificationLevel = (typeof verificationLevels)[number];

export interface Verification {
  readonly level: VerificationLevel;
  /** Which print or text was read, in words. */
  readonly revision: string;
  /** Day of the last comparison. */
  readonly checked: string;
  /** What could not be confirmed, one sentence each. */
  readonly doubts: readonly string[];
}

export function isVerified(level: VerificationLevel, minimum: VerificationLevel): boolean {
  return verificationLevels.indexOf(level) <= verificationLevels.indexOf(minimum);
}
