import type { FormParts } from "../compile/form.js";

/** The sources are of the kind that the level of verification claims. */
export function checkVerification({ context }: FormParts): void {
  const { form } = context.form;
  const { verification, sources, doubts } = form.data;
  const complain = (message: string): void => context.report(form, ["verification"], "verification", message);
  switch (verification.level) {
    case "AGENCY_FILE":
      if (!sources.some((source) => source.sha256 !== undefined))
        complain("AGENCY_FILE needs the agency's file among the sources: add its sha256, or lower the level");
      break;
    case "AGENCY_TEXT":
      if (!sources.some((source) => source.address !== undefined))
        complain("AGENCY_TEXT needs a source with the address of the text: add it, or lower the level");
      break;
    default:
      if (doubts.length === 0)
        complain(`${verification.level} leaves something unconfirmed: say under \`doubts\` what it is`);
  }
}
