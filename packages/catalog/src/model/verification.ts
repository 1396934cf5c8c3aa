import {
  type VerificationLevel,
  type VerificationLevels,
  verificationLevels,
} from "@withholding-forms/contract";

export function isVerified({ face, rules }: VerificationLevels, minimum: VerificationLevel): boolean {
  const rank = (level: VerificationLevel): number => verificationLevels.indexOf(level);
  return Math.max(rank(face), rank(rules)) <= rank(minimum);
}
