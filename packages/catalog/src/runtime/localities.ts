import type { Place, PostalAddress } from "../model/catalog.js";
import type { CompiledJurisdiction, CompiledLocality } from "../model/jurisdiction.js";
import { postalName } from "../model/postal-name.js";

/** Codes of the localities that an address suggests, in the order of the content. */
export function localitiesAt(
  places: readonly CompiledJurisdiction[],
  { country, region, city, zipCode }: PostalAddress,
): Required<Pick<Place, "localities" | "inside">> {
  const state = places.find((place) => place.country === country && place.code === region);
  const all = state?.localities ?? [];
  if (all.length === 0) return { localities: [], inside: [] };
  const name = postalName(city);
  const zip = zipCode.slice(0, 5);
  const named = all.filter(
    ({ suggestedBy }) =>
      "cities" in suggestedBy && (suggestedBy.cities.includes(name) || suggestedBy.zipCodes.includes(zip)),
  );
  const codes = new Set(named.map(({ code }) => code));
  // One address is in at most one of them, so they are asked about together.
  const together = all.filter(
    ({ suggestedBy }) => "either" in suggestedBy && suggestedBy.either.every((code) => codes.has(code)),
  );
  for (const { suggestedBy } of together)
    if ("either" in suggestedBy) for (const code of suggestedBy.either) codes.delete(code);
  const isOutside = ({ suggestedBy }: CompiledLocality): boolean =>
    "everywhereExcept" in suggestedBy &&
    !named.some((locality) => suggestedBy.everywhereExcept.includes(locality.code));
  return {
    localities: all
      .filter((locality) => codes.has(locality.code) || together.includes(locality) || isOutside(locality))
      .map(({ code }) => code),
    inside: named
      .filter(({ suggestedBy }) => "inside" in suggestedBy && suggestedBy.inside.includes(zip))
      .map(({ code }) => code),
  };
}
