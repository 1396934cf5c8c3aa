import { createHash } from "node:crypto";
import type { CompiledContent } from "../compile/compile.js";
import type { RecordedPublication } from "../read/publications.js";

/** Versions that are new, or whose content is not what was published last. */
export function newPublications(
  { forms }: Pick<CompiledContent, "forms">,
  recorded: readonly RecordedPublication[],
  date: string,
): RecordedPublication[] {
  const known = new Map(recorded.map((one) => [`${one.formId} ${one.formVersion}`, one.digest]));
  return forms.flatMap(({ form, sets, taxParameters }) => {
    const { id: formId, version: formVersion } = form;
    const hash = createHash("sha256").update(JSON.stringify([form, sets, taxParameters]));
    const digest = hash.digest("hex").slice(0, 12);
    return known.get(`${formId} ${formVersion}`) === digest ? [] : [{ date, formId, formVersion, digest }];
  });
}
