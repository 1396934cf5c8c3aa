import type { FormVersion } from "@withholding-forms/catalog";
import { type Answers, type Migration, migrateAnswers } from "@withholding-forms/client";
import { type SetChoice, setsOf } from "./question-sets.js";

/** Which answers, stored for one version, are valid in another. */
export async function migrateStored(
  answers: Answers,
  { from, to }: { readonly from: FormVersion; readonly to: FormVersion },
  choice: SetChoice,
): Promise<Migration> {
  return migrateAnswers(answers, await setsOf(from, choice), await setsOf(to, choice));
}
