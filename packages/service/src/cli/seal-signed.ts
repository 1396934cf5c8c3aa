import type { FilledFile } from "@withholding-forms/pdf";
import type { CompletedForm } from "../app/complete-form.js";
import { OperatorError } from "../operator-error.js";
import { type Seal, SealError } from "../seal/open-seal.js";

/** A form signed on the command line is sealed like one signed over HTTP. */
export async function sealSigned(
  seal: Seal | undefined,
  { found, filled, instant }: Pick<CompletedForm, "found" | "filled" | "instant">,
): Promise<FilledFile> {
  if (seal === undefined) return filled;
  try {
    return await seal.seal(found.form.template(), filled, instant);
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    throw new OperatorError(`The form could not be sealed, so nothing was signed. ${error.message}`);
  }
}
