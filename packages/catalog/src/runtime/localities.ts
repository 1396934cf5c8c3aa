import type { AddressPlace } from "@withholding-forms/contract";
import type { LocalitiesAt, PostalAddress } from "../model/catalog.js";
import type { CompiledJurisdiction, CompiledLocality } from "../model/jurisdiction.js";
import { postalName } from "../model/postal-name.js";

/** The localities that an address suggests, in the order of the content. What is known of its places goes before the ZIP Code. */
export function localitiesAt(
  places: readonly CompiledJurisdiction[],
  { country, region, city, zipCode, places: known = [] }: PostalAddress,
): LocalitiesAt {
  const state = places.find((place) => place.country === country && place.code === region);
  const all = state?.localities ?? [];
  if (all.length === 0) return { localities: [], inside: [], places: [] };
  const name = postalName(city);
  const zip = zipCode.slice(0, 5);
  /** Undefined: unknown. */
  const isIn = ({ place }: CompiledLocality): boolean | undefined => {
    const same = known.filter(({ kind, certainty }) => kind === place?.kind && certainty !== "POSSIBLE");
    if (same.some(({ code }) => place?.codes.includes(code))) return true;
    return same.some(({ certainty }) => certainty === "INSIDE") ? false : undefined;
  };
  const named = all.filter((locality) => {
    const { suggestedBy, flows } = locality;
    const is = isIn(locality);
    // Where there is something to ask, the employee has the last word.
    if (!("cities" in suggestedBy) || (is === false && flows.length === 0)) return false;
    return is === true || suggestedBy.cities.includes(name) || suggestedBy.zipCodes.includes(zip);
  });
  const inside = named.filter((locality) => {
    const { suggestedBy } = locality;
    return isIn(locality) ?? ("inside" in suggestedBy && suggestedBy.inside.includes(zip));
  });
  const codes = new Set(named.map(({ code }) => code));
  // One address is in at most one of them, so they are asked about together.
  const together = all.filter(
    ({ suggestedBy }) =>
      "either" in suggestedBy &&
      suggestedBy.either.every((code) => codes.has(code)) &&
      !inside.some(({ code }) => suggestedBy.either.includes(code)),
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
    inside: inside.map(({ code }) => code),
    places: inside.flatMap((locality): AddressPlace[] => {
      const { place, name } = locality;
      if (place === undefined || isIn(locality) !== undefined) return [];
      return [{ kind: place.kind, code: place.codes[0]!, name, certainty: "LIKELY", source: "embedded" }];
    }),
  };
}
