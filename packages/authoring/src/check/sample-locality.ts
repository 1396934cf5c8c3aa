import type { CompiledJurisdiction, CompiledLocality } from "@withholding-forms/catalog/model/jurisdiction";

/** Localities of a place have copies of the same flows, so one of each kind shows what is in them. */
export function sampleLocalities({ localities = [] }: CompiledJurisdiction): CompiledLocality[] {
  const withFlows = localities.filter(({ flows }) => flows.length > 0);
  return [false, true].flatMap(
    (either) => withFlows.find(({ suggestedBy }) => "either" in suggestedBy === either) ?? [],
  );
}
