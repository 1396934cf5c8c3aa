import { cityKey, cityKeys } from "./city.js";
import type { ResultCode } from "./codes.js";
import { type Places, places } from "./places.js";
import { distance, isZipSlip, slipsAllowed } from "./spelling.js";
import { type Region, usRegions } from "./tables.js";
import { tokens } from "./tokens.js";

/** City, state, and ZIP Code after they were checked against each other. */
export interface Verdict {
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly region: Region | undefined;
  /** Row of the ZIP in the data if it is settled, otherwise 0. */
  readonly row: number;
  readonly codes: readonly ResultCode[];
}

/**
 * Two of the three outvote the third, with one exception: a state that was sent is never changed, because it determines
 * the tax forms, and because a house can be across the state line from its post office.
 */
export function verifyPlace(cityText: string, stateText: string, zipText: string): Verdict {
  const data = places();
  const zip = readZip(zipText);
  const region = readRegion(stateText);
  const row = data.row(zip.five);
  // The common case first, without parsing the city.
  if (
    row !== 0 &&
    !zip.isRepaired &&
    region?.code === data.state(row) &&
    cityText.toUpperCase() === data.city(row)
  ) {
    return { city: data.city(row), state: region.code, zipCode: zip.text, region, row, codes: [] };
  }
  const words = tokens(cityText);
  const input: Input = { data, zip, row, region, words, keys: cityKeys(words, region), stateText };
  if (region === undefined) return withoutState(input);
  if (row === 0) return unknownZip(input, region);
  if (data.state(row) === region.code || data.reaches(row, region.code)) return zipInState(input, region);
  return zipInOtherState(input, region);
}

/** The region that a state's code or name means. */
export function readRegion(text: string): Region | undefined {
  return usRegions.get(text) ?? usRegions.get(tokens(text).join(" "));
}

interface Input {
  readonly data: Places;
  readonly zip: Zip;
  readonly row: number;
  readonly region: Region | undefined;
  readonly words: readonly string[];
  readonly keys: readonly string[];
  readonly stateText: string;
}

interface Zip {
  readonly five: string;
  /** As printed, settled or not. */
  readonly text: string;
  readonly unsettled: string;
  /** Leading zeros that a spreadsheet dropped were put back. */
  readonly isRepaired: boolean;
}

function readZip(text: string): Zip {
  const typed = text.trim();
  if (/^\d{5}$/.test(typed)) return { five: typed, text: typed, unsettled: typed, isRepaired: false };
  const long = /^(\d{5})\s*-?\s*(\d{4})?$/.exec(typed);
  const short = long ?? /^(\d{3,4})(?:-(\d{4}))?$/.exec(typed);
  if (short === null) {
    const clean = tokens(text).join(" ");
    return { five: "", text: clean, unsettled: clean, isRepaired: false };
  }
  const five = short[1]!.padStart(5, "0");
  const full = short[2] === undefined ? five : `${five}-${short[2]}`;
  return { five, text: full, unsettled: long === null ? typed : full, isRepaired: long === null };
}

/** ZIP and state agree: the ZIP's city is right, unless another city of the state was meant, far from the ZIP. */
function zipInState(input: Input, region: Region): Verdict {
  const { data, row, zip, keys } = input;
  const codes: ResultCode[] = zip.isRepaired ? ["AC01"] : [];
  if (keys.some((key) => data.isCity(row, key))) {
    return { city: cityAsNamed(data, row, keys), state: region.code, zipCode: zip.text, region, row, codes };
  }
  if (region.kind === "military" && militaryCities.has(keys[0]!)) {
    return { city: keys[0]!, state: region.code, zipCode: zip.text, region, row, codes };
  }
  const own = cityKey(data.city(row));
  const limit = slipsAllowed(own.length);
  const isSlip = keys.some((key) => distance(key, own, limit) <= limit);
  const other = isSlip ? undefined : knownCity(data, region.code, keys);
  if (other !== undefined && isFar(data, row, other.row)) {
    const meant = other.isExact ? slippedZip(data, other.row, zip.five) : 0;
    return meant === 0 ? contradiction(input, other.isExact ? other.row : 0) : corrected(input, meant);
  }
  return {
    city: data.city(row),
    state: region.code,
    zipCode: zip.text,
    region,
    row,
    codes: [...codes, "AC03"],
  };
}

/** Army, fleet, and diplomatic post offices are mailboxes: nobody lives or works there. */
export function isMilitary(cityText: string, region: Region | undefined): boolean {
  return region?.kind === "military" || militaryCities.has(tokens(cityText)[0] ?? "");
}

const militaryCities = new Set(["APO", "FPO", "DPO"]);

/** The ZIP's own city, or the other name in use for it when that was sent. */
function cityAsNamed(data: Places, row: number, keys: readonly string[]): string {
  return keys.includes(cityKey(data.city(row))) ? data.city(row) : data.otherCity(row);
}

/** No such ZIP: city and state can name the right one. */
function unknownZip(input: Input, region: Region): Verdict {
  const { data, zip } = input;
  const city = knownCity(data, region.code, input.keys);
  if (city?.isExact !== true) return contradiction(input, 0);
  const meant = slippedZip(data, city.row, zip.five) || onlyZip(data, city.row);
  return meant === 0 ? contradiction(input, city.row) : corrected(input, meant);
}

/** The ZIP is in another state: city and state can outvote it, but city and ZIP cannot outvote the state. */
function zipInOtherState(input: Input, region: Region): Verdict {
  const { data, row, zip, keys } = input;
  const city = knownCity(data, region.code, keys);
  if (city?.isExact !== true) return contradiction(input, 0);
  // Texarkana and Kansas City are in both states, so we cannot tell which part is wrong.
  const isTwin = keys.some((key) => data.isCity(row, key));
  const meant = isTwin ? 0 : slippedZip(data, city.row, zip.five) || onlyZip(data, city.row);
  return meant === 0 ? contradiction(input, city.row) : corrected(input, meant);
}

/** The value sent is not a state: city and ZIP together can determine it. */
function withoutState(input: Input): Verdict {
  const { data, row, zip, words, stateText } = input;
  const region = row === 0 ? undefined : usRegions.get(data.state(row));
  const keys = cityKeys(words, region);
  if (region === undefined || !keys.some((key) => data.isCity(row, key))) {
    const state = tokens(stateText).join(" ");
    return {
      city: words.join(" "),
      state,
      zipCode: zip.unsettled,
      region: undefined,
      row: 0,
      codes: ["JURISDICTION_UNKNOWN"],
    };
  }
  const codes: ResultCode[] = zip.isRepaired ? ["AC01", "AC02"] : ["AC02"];
  const city = cityAsNamed(data, row, keys);
  return { city, state: region.code, zipCode: zip.text, region, row, codes };
}

/** Left as sent, in clean spelling. */
function contradiction(input: Input, cityRow: number): Verdict {
  const { data, zip, words, region } = input;
  const city = cityRow === 0 ? words.join(" ") : data.city(cityRow);
  return { city, state: region!.code, zipCode: zip.unsettled, region, row: 0, codes: ["AE01"] };
}

/** The ZIP was wrong, so its +4 is dropped, too. */
function corrected(input: Input, row: number): Verdict {
  const { data, region } = input;
  return { city: data.city(row), state: region!.code, zipCode: data.zip(row), region, row, codes: ["AC01"] };
}

interface KnownCity {
  readonly row: number;
  readonly isExact: boolean;
}

/** A city of the state by its name, or the only one within a typo. */
function knownCity(data: Places, state: string, keys: readonly string[]): KnownCity | undefined {
  for (const key of keys) {
    const row = data.firstRow(state, key);
    if (row !== 0) return { row, isExact: true };
  }
  const key = keys[0]!;
  let limit = slipsAllowed(key.length);
  if (limit === 0 || key.length > 40) return undefined;
  let best: string | undefined;
  let ties = 0;
  for (const candidate of data.keys(state)) {
    const slips = distance(key, candidate, limit);
    if (slips > limit) continue;
    ties = best === undefined || slips < limit ? 1 : ties + 1;
    limit = slips;
    best = candidate;
  }
  return best === undefined || ties > 1 ? undefined : { row: data.firstRow(state, best), isExact: false };
}

/** The city's only ZIP Code that is one typo away from the one that was sent, otherwise 0. */
function slippedZip(data: Places, cityRow: number, typed: string): number {
  let found = 0;
  for (let row = cityRow; row !== 0; row = data.next(row)) {
    if (!isZipSlip(data.zip(row), typed)) continue;
    if (found !== 0) return 0;
    found = row;
  }
  return found;
}

function onlyZip(data: Places, cityRow: number): number {
  return data.next(cityRow) === 0 ? cityRow : 0;
}

const farKilometers = 40;

/** Whether all of a city's ZIPs are too far away for its name to be used around this one. */
function isFar(data: Places, row: number, cityRow: number): boolean {
  const here = data.coordinates(row);
  if (here === undefined) return false;
  for (let other = cityRow; other !== 0; other = data.next(other)) {
    const there = data.coordinates(other);
    if (there !== undefined && kilometers(here, there) <= farKilometers) return false;
  }
  return true;
}

type TenThousandths = readonly [latitude: number, longitude: number];

/** Flat-earth distance: good to a percent over these lengths. */
function kilometers(a: TenThousandths, b: TenThousandths): number {
  const perDegree = 111.2;
  const north = ((a[0] - b[0]) / 1e4) * perDegree;
  const east = ((a[1] - b[1]) / 1e4) * perDegree * Math.cos((a[0] / 1e4) * (Math.PI / 180));
  return Math.hypot(north, east);
}
