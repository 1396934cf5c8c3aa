import type { Applicable, Catalog, Place } from "@withholding-forms/catalog";
import { recentCache } from "../cache.js";

/**
 * Computing what applies takes longer than everything else of a request to `forms`. Most employees live and work in one or
 * two places, so it is computed once per day, language, and list of places.
 */
export function rememberApplicable(catalog: Catalog): Catalog["applicable"] {
  const known = recentCache<Applicable>(1000);
  return (home, works, day, language, payment = "WAGES") => {
    const key = [day, language, payment, ...[home, ...works].map(placeKey)].join(" ");
    let found = known.get(key);
    if (found === undefined) {
      found = catalog.applicable(home, works, day, language, payment);
      known.set(key, found);
    }
    return found;
  };
}

/** Codes of the content only, never the address itself. */
function placeKey({ country, region, localities = [], inside = [] }: Place): string {
  return [country, region, ...localities, "", ...inside].join("-");
}
