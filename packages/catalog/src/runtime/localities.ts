import type { PostalAddress } from "../model/catalog.js";
import type { CompiledJurisdiction, CompiledLocality } from "../model/jurisdiction.js";
import { postalName } from "../model/postal-name.js";

/** Codes of the localities that an address suggests, in the order of the content. */
export function localitiesAt(
  places: readonly CompiledJurisdiction[],
  { country, region, city, zipCode }: PostalAddress,
): string[] {
  const state = places.find((place) => place.country === country && place.code === region);
  const localities = state?.localities ?? [];
  if (localities.length === 0) return [];
  const name = postalName(city);
  const zip = zipCode.slice(0, 5);
  const named = localities.filter(
    ({ suggestedBy }) =>
      "cities" in suggestedBy && (suggestedBy.cities.includes(name) || suggestedBy.zipCodes.includes(zip)),
  );
  const isOutside = ({ suggestedBy }: CompiledLocality): boolean =>
    "everywhereExcept" in suggestedBy &&
    !named.some((locality) => suggestedBy.everywhereExcept.includes(locality.code));
  return localities
    .filter((locality) => named.includes(locality) || isOutside(locality))
    .map(({ code }) => code);
}
