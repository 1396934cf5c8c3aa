import { type VerificationLevel, verificationLevels } from "@withholding-forms/contract";

export function isVerified(level: VerificationLevel, minimum: VerificationLevel): boolean {
  return verificationLevels.indexOf(level) <= verificationLevels.indexOf(minimum);
}
