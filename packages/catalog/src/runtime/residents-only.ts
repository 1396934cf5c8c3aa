import type { Artifact, FormEntry } from "../model/artifact.js";
import type { Place } from "../model/catalog.js";
import { allFlows, type CompiledJurisdiction, formsOf } from "../model/jurisdiction.js";
import { applicableFlows } from "./applicable.js";

/**
 * Whether a state's form is only for people who live in the country: some flow leads to it, but none that starts with a
 * home across the border, such as the certificates of residents, or of residents of neighboring states. Citizens may
 * live anywhere, so a federal form is for everyone.
 */
export function isForResidentsOnly(
  { jurisdictions }: Artifact,
  { id, locality, country }: FormEntry,
): boolean {
  if (locality.endsWith("FEDERAL")) return false;
  const found = knownIds(jurisdictions, country);
  return found.led.has(id) && !found.fromAbroad.has(id);
}

interface FormIds {
  /** That flows of the country lead to. */
  readonly led: ReadonlySet<string>;
  readonly fromAbroad: ReadonlySet<string>;
}

const known = new WeakMap<readonly CompiledJurisdiction[], Map<string, FormIds>>();

/** Found once, when the first form is used. */
function knownIds(jurisdictions: readonly CompiledJurisdiction[], country: "US" | "CA"): FormIds {
  const byCountry = known.get(jurisdictions) ?? new Map<string, FormIds>();
  known.set(jurisdictions, byCountry);
  let ids = byCountry.get(country);
  if (ids === undefined) {
    const places = jurisdictions.filter((place) => place.country === country);
    ids = {
      led: new Set(places.flatMap(allFlows).flatMap(formsOf)),
      fromAbroad: new Set(places.flatMap((place) => formsFromAbroad(jurisdictions, place))),
    };
    byCountry.set(country, ids);
  }
  return ids;
}

/** With a work address that suggests all localities, each of them, and none. */
function formsFromAbroad(
  jurisdictions: readonly CompiledJurisdiction[],
  place: CompiledJurisdiction,
): string[] {
  const abroad = jurisdictions.find(({ country }) => country !== place.country);
  if (abroad === undefined) return [];
  const home: Place = { addressId: "home", country: abroad.country, region: abroad.code };
  const codes = (place.localities ?? []).map(({ code }) => code);
  return [[], codes, ...codes.map((code) => [code])].flatMap((localities) => {
    const work: Place = { addressId: "work1", country: place.country, region: place.code, localities };
    const circumstances = { home, works: [work], language: "en", payment: "WAGES" } as const;
    return applicableFlows(jurisdictions, circumstances).flows.flatMap(({ flow }) => formsOf(flow));
  });
}
