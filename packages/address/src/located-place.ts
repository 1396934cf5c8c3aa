import { dataFile } from "./tables.js";

export type PlaceKind = "COUNTY" | "CITY" | "TOWNSHIP" | "SCHOOL_DISTRICT" | "SPECIAL_DISTRICT";

/** INSIDE: the source located the street. LIKELY: nearly every address of the ZIP Code is. POSSIBLE: one of several, or nearby. */
export type Certainty = "INSIDE" | "LIKELY" | "POSSIBLE";

export interface LocatedPlace {
  readonly kind: PlaceKind;
  /** Census GEOID, or the code in the operator's boundary file. NONE as the code of a CITY: in no city. */
  readonly code: string;
  readonly name: string;
  readonly certainty: Certainty;
  readonly source: "embedded" | "census" | "boundaries";
}

export const noCity = { kind: "CITY", code: "NONE", name: "" } as const;

const ranks: readonly Certainty[] = ["INSIDE", "LIKELY", "POSSIBLE"];

/**
 * Per kind, the most certain source counts. Two sources that are equally certain of different places are not: then all are
 * possible.
 */
export function mergePlaces(found: readonly LocatedPlace[]): readonly LocatedPlace[] {
  const kinds = [...new Set(found.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => {
    const all = found.filter((place) => place.kind === kind);
    const best = ranks.find((rank) => all.some(({ certainty }) => certainty === rank));
    const places = all
      .filter(({ certainty }) => certainty === best)
      .filter(({ code }, at, among) => among.findIndex((one) => one.code === code) === at);
    // An address can be in several special districts.
    if (kind === "SPECIAL_DISTRICT" || places.length === 1) return places;
    return places.map((place) => ({ ...place, certainty: "POSSIBLE" as const }));
  });
}

/** Census class of a feature (MTFCC) to the kind of place. Statistical ones, such as census designated places, are none. */
const kindOfClass: Readonly<Record<string, PlaceKind>> = {
  G4020: "COUNTY",
  G4110: "CITY",
  G4040: "TOWNSHIP",
  G5420: "SCHOOL_DISTRICT",
};

/**
 * A feature as the Census Bureau describes it, in its geocoder and in its boundary files alike. Of county subdivisions, only
 * townships with a government (class T): others are cities (C), or only statistical (Z).
 */
export function placeOf(
  feature: Readonly<Record<string, unknown>>,
): Pick<LocatedPlace, "kind" | "code" | "name"> | undefined {
  const kind = kindOfClass[String(feature["MTFCC"])];
  const { GEOID: code, NAMELSAD, NAME: name = NAMELSAD } = feature;
  if (kind === "TOWNSHIP" && !String(feature["COUSUBCC"] ?? feature["CLASSFP"]).startsWith("T"))
    return undefined;
  if (kind === undefined || typeof code !== "string" || typeof name !== "string") return undefined;
  const full = String(NAMELSAD ?? name);
  return /^\d{5,12}$/.test(code) && isPlaceText(full) ? { kind, code, name: full } : undefined;
}

/** Names go to questions and on forms. */
export function isPlaceText(text: string): boolean {
  return /^\P{C}{1,100}$/u.test(text) && text.trim() !== "";
}

interface Counties {
  /** Census code of a state. */
  readonly states: ReadonlyMap<string, string>;
  readonly ofZip: ReadonlyMap<
    string,
    readonly { readonly code: string; readonly name: string; readonly isSure: boolean }[]
  >;
}

let loaded: Counties | undefined;

/** Loaded on the first address and kept. */
function counties(): Counties {
  loaded ??= load();
  return loaded;
}

function load(): Counties {
  const states = new Map<string, string>();
  const ofZip = new Map<string, { code: string; name: string; isSure: boolean }[]>();
  for (const line of dataFile("counties.txt")) {
    const [code = "", name = "", zips = ""] = line.split("\t");
    if (line.startsWith("=")) states.set(line.slice(1, 3), line.slice(4));
    else {
      const [sure, unsure] = [true, false].map((isSure) => ({ code, name, isSure }));
      for (const zip of zips.split(" ")) {
        const key = zip.slice(0, 5);
        const own = ofZip.get(key);
        const county = zip.length > 5 ? unsure! : sure!;
        if (own === undefined) ofZip.set(key, [county]);
        else own.push(county);
      }
    }
  }
  return { states, ofZip };
}

/** The first two digits of every Census code in a state. */
export function censusState(region: string): string | undefined {
  return counties().states.get(region);
}

/** The counties of a ZIP Code, of those in one state. */
export function countiesOf(zipCode: string, region: string): readonly LocatedPlace[] {
  const state = censusState(region);
  const all = counties().ofZip.get(zipCode.slice(0, 5)) ?? [];
  const here = all.filter(({ code }) => code.slice(0, 2) === state);
  const isLikely = all.length === 1 && here[0]?.isSure === true;
  return here.map(({ code, name }) => ({
    kind: "COUNTY",
    code,
    name,
    certainty: isLikely ? "LIKELY" : "POSSIBLE",
    source: "embedded",
  }));
}
