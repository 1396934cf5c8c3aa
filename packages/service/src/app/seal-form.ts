import type { FilledFile } from "@withholding-forms/pdf";
import { Problem } from "../problems/problem.js";
import { type Seal, SealError } from "../seal/open-seal.js";
import type { CompletedForm } from "./complete-form.js";

/**
 * Seals a signed form with the instant that is printed on it. Throws a Problem if it cannot be sealed: a form without its
 * seal is not returned as signed. `report` gets the reason.
 */
export async function sealForm(
  seal: Seal,
  { found, filled, instant }: Pick<CompletedForm, "found" | "filled" | "instant">,
  report: (reason: string) => void,
): Promise<FilledFile> {
  try {
    return await seal.seal(found.form.template(), filled, instant);
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    report(error.message);
    throw new Problem("SEAL_UNAVAILABLE", { retryAfterSeconds: 30 });
  }
}
