import type { CompiledJurisdiction, CompiledLocality } from "@withholding-forms/catalog/model/jurisdiction";

/** All localities of a place have copies of the same flows, so one of them shows what is in them. */
export function sampleLocality({ localities = [] }: CompiledJurisdiction): CompiledLocality | undefined {
  return localities.find(({ flows }) => flows.length > 0);
}
