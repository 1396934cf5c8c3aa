import type { VerificationLevel } from "@withholding-forms/contract";
import type { FormParts } from "../compile/form.js";

/** Each part of the verification is backed by sources of the kind that its level claims. */
export function checkVerification({ context }: FormParts): void {
  const { form } = context.form;
  const { verification, sources, doubts } = form.data;
  for (const part of ["face", "rules"] as const) {
    const backing = sources.filter((source) => (source.for ?? part) === part);
    const lacks = lackOf(verification[part], backing, doubts);
    if (lacks !== undefined)
      context.report(form, ["verification", part], "verification", `${part}: ${verification[part]} ${lacks}`);
  }
}

function lackOf(
  level: VerificationLevel,
  sources: readonly { readonly sha256?: string; readonly address?: string }[],
  doubts: readonly string[],
): string | undefined {
  switch (level) {
    case "AGENCY_FILE":
      return sources.some(({ sha256 }) => sha256 !== undefined)
        ? undefined
        : "needs the agency's file among the sources: add its sha256, or lower the level";
    case "AGENCY_TEXT":
      return sources.some(({ address }) => address !== undefined)
        ? undefined
        : "needs a source with the address of the text: add it, or lower the level";
    default:
      return doubts.length > 0 ? undefined : "leaves something unconfirmed: say under `doubts` what it is";
  }
}
