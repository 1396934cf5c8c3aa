import { readFileSync } from "node:fs";

export interface Region {
  readonly code: string;
  readonly country: "US" | "CA";
  readonly kind: "state" | "territory" | "spanish" | "military" | "province";
  readonly name: string;
  /** Beginnings of a province's postal codes. */
  readonly postalPrefixes: readonly string[];
}

const words = sections(dataFile("publication-28.txt"));
const regions = dataFile("regions.txt").map(readRegion);

/** Every spelling of a suffix to its standard abbreviation. */
export const suffixes: ReadonlyMap<string, string> = new Map(
  section("suffixes").flatMap((line) => {
    const [, standard, full, others] = /^(\S+) = (\S+):(.*)$/.exec(line)!;
    return [standard!, full!, ...list(others!)].map((spelling) => [spelling, standard!] as const);
  }),
);
/** Standard abbreviation of a suffix to the word in full. */
export const suffixInFull: ReadonlyMap<string, string> = new Map(
  section("suffixes").map((line) => {
    const [, standard, full] = /^(\S+) = (\S+):/.exec(line)!;
    return [standard!, full!] as const;
  }),
);
export const thoroughfares: ReadonlySet<string> = new Set(section("thoroughfares").flatMap(list));
export const directionals = spellings("directionals");
export const units = spellings("units");
export const unitsAlone = spellings("units alone");
export const ordinals = spellings("ordinals");
export const numbers = spellings("numbers");
export const spanishPrefixes = spellings("spanish prefixes");
export const cityWords = spellings("city words");
/** State and nickname ("NY NYC") to the city's name. */
export const cityNicknames: ReadonlyMap<string, string> = new Map(
  section("city names").flatMap((line) => {
    const [, state, name, others] = /^(\S+) ([^:]+):(.*)$/.exec(line)!;
    return others!.split(",").map((other) => [`${state} ${other.trim()}`, name!] as const);
  }),
);

/** Codes and names in upper case to the region. */
export const usRegions = regionsOf("US");
export const canadianRegions = regionsOf("CA");
export const provinces: readonly Region[] = regions.flatMap(({ region }) =>
  region.country === "CA" ? [region] : [],
);

export function dataFile(name: string): string[] {
  // The same distance from src/ and from dist/.
  const text = readFileSync(new URL(`../data/${name}`, import.meta.url), "utf8");
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

function sections(lines: readonly string[]): ReadonlyMap<string, string[]> {
  const result = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of lines) {
    const title = /^\[(.+)\]$/.exec(line)?.[1];
    if (title === undefined) current.push(line);
    else {
      current = [];
      result.set(title, current);
    }
  }
  return result;
}

function section(title: string): readonly string[] {
  return words.get(title)!;
}

function spellings(title: string): ReadonlyMap<string, string> {
  return new Map(
    section(title).flatMap((line) => {
      const [standard, others] = line.split(":");
      return [standard!, ...list(others!)].map((spelling) => [spelling, standard!] as const);
    }),
  );
}

function list(text: string): string[] {
  return text.split(" ").filter((word) => word !== "");
}

function readRegion(line: string): { readonly region: Region; readonly names: readonly string[] } {
  const [, country, code, kind, rest] = /^(US|CA) (\S+) (\S+) (.+)$/.exec(line)!;
  const names = rest!.split("|");
  const isProvince = country === "CA";
  return {
    names,
    region: {
      code: code!,
      country: country as Region["country"],
      kind: isProvince ? "province" : (kind as Region["kind"]),
      name: names[0]!,
      postalPrefixes: isProvince ? kind!.split(",") : [],
    },
  };
}

function regionsOf(country: Region["country"]): ReadonlyMap<string, Region> {
  return new Map(
    regions
      .filter(({ region }) => region.country === country)
      .flatMap(({ region, names }) => [region.code, ...names].map((name) => [name, region] as const)),
  );
}
