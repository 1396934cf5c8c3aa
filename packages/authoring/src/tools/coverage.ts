import { byVersion } from "@withholding-forms/catalog/model/version";
import { type VerificationLevel, verificationLevels } from "@withholding-forms/contract";
import type { CompiledContent } from "../compile/compile.js";

export interface PlaceCoverage {
  readonly code: string;
  readonly name: string;
  /** The newest version of each form that is not retired. */
  readonly forms: readonly CompiledContent["forms"][number]["form"][];
  /** The lowest level of a form of the place, of face or rules. */
  readonly lowest: VerificationLevel | "NONE";
}

export function coverageOf({ jurisdictions, forms }: CompiledContent): readonly PlaceCoverage[] {
  const served = forms
    .map(({ form }) => form)
    .filter(({ retired }) => retired === undefined)
    .sort((one, other) => byVersion(one.version, other.version));
  const newest = served.filter(({ id }, index) => served.findIndex((form) => form.id === id) === index);
  return jurisdictions
    .flatMap((place) => [place, ...(place.localities ?? [])])
    .map(({ code, name }) => {
      const own = newest.filter(({ locality }) => locality === code);
      const levels = own.flatMap(({ verification: { face, rules } }) => [face, rules]);
      const lowest = verificationLevels.findLast((level) => levels.includes(level)) ?? "NONE";
      return { code, name, forms: own, lowest };
    });
}
