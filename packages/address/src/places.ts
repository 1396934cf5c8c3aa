import { cityKey } from "./city.js";
import { dataFile } from "./tables.js";

/**
 * The ZIP codes of data/places.txt in typed arrays. A ZIP is known by its row; rows of one city (state and name) hang
 * together as a chain, so that one map of cities is all there is beside the arrays.
 */
export interface Places {
  /** Row of a ZIP code, or 0 when there is no such ZIP. */
  row(zip: string): number;
  zip(row: number): string;
  state(row: number): string;
  city(row: number): string;
  /** Another city name in use for the ZIP; empty when there is none. */
  otherCity(row: number): string;
  /** Ten-thousandths of a degree; undefined for military mail. */
  coordinates(row: number): readonly [latitude: number, longitude: number] | undefined;
  /** Whether the key names the row's city, by its own name or another in use for the ZIP. */
  isCity(row: number, key: string): boolean;
  /** Whether the ZIP's area reaches into this other state. */
  reaches(row: number, state: string): boolean;
  /** First row of a city, 0 when the state has no such city; the others follow by `next`, 0 at the end. */
  firstRow(state: string, key: string): number;
  next(row: number): number;
  /** Keys of all cities of a state. */
  keys(state: string): readonly string[];
}

let loaded: Places | undefined;

/** Read on first use and kept: about 60 ms and 10 MB. */
export function places(): Places {
  loaded ??= load();
  return loaded;
}

const NO_COORDINATES = 0x7fffffff;

function load(): Places {
  const lines = dataFile("places.txt");
  const rowOfZip = new Uint16Array(100_000);
  const capacity = 1 << 16;
  const zips = new Uint32Array(capacity);
  const latitudes = new Int32Array(capacity);
  const longitudes = new Int32Array(capacity);
  const cityOfRow = new Uint16Array(capacity);
  const nextRow = new Uint16Array(capacity);
  const cityNames: string[] = [""];
  const cityIds: string[] = [""];
  const cityStates: string[] = [""];
  const chains = new Map<string, { first: number; last: number }>();
  const keysOfState = new Map<string, string[]>();
  const otherNames = new Map<number, { readonly name: string; readonly key: string }>();
  const otherStates = new Map<number, string>();
  let state = "";
  let rows = 0;

  const readCity = (name: string, items: string) => {
    const key = cityKey(name);
    const city = cityNames.push(name) - 1;
    cityIds.push(key);
    cityStates.push(state);
    const chainKey = `${state} ${key}`;
    let chain = chains.get(chainKey);
    if (chain === undefined) keysOfState.get(state)!.push(key);
    let latitude = NO_COORDINATES;
    let longitude = NO_COORDINATES;
    for (const item of items.split(" ")) {
      const row = ++rows;
      const zip = Number(item.slice(0, 5));
      if (item.length > 5) {
        const comma = item.indexOf(",", 6);
        latitude = Number(item.slice(6, comma));
        longitude = Number(item.slice(comma + 1));
      }
      rowOfZip[zip] = row;
      zips[row] = zip;
      latitudes[row] = latitude;
      longitudes[row] = longitude;
      cityOfRow[row] = city;
      if (chain === undefined) {
        chain = { first: row, last: row };
        chains.set(chainKey, chain);
      } else {
        nextRow[chain.last] = row;
        chain.last = row;
      }
    }
  };
  for (const line of lines) {
    const tab = line.indexOf("\t");
    const zip = Number(line.slice(1, tab));
    if (line.startsWith("=")) {
      state = line.slice(1);
      keysOfState.set(state, []);
    } else if (line.startsWith("~")) {
      const name = line.slice(tab + 1);
      otherNames.set(rowOfZip[zip]!, { name, key: cityKey(name) });
    } else if (line.startsWith("+")) otherStates.set(rowOfZip[zip]!, line.slice(tab + 1));
    else readCity(line.slice(0, tab), line.slice(tab + 1));
  }
  const firstRows = new Map<string, number>();
  for (const [key, chain] of chains) firstRows.set(key, chain.first);

  return {
    row: (zip) => rowOfZip[Number(zip)] ?? 0,
    zip: (row) => String(zips[row]).padStart(5, "0"),
    state: (row) => cityStates[cityOfRow[row]!]!,
    city: (row) => cityNames[cityOfRow[row]!]!,
    otherCity: (row) => otherNames.get(row)?.name ?? "",
    coordinates: (row) =>
      latitudes[row] === NO_COORDINATES ? undefined : [latitudes[row]!, longitudes[row]!],
    isCity: (row, key) => cityIds[cityOfRow[row]!] === key || otherNames.get(row)?.key === key,
    reaches: (row, other) => otherStates.get(row) === other,
    firstRow: (of, key) => firstRows.get(`${of} ${key}`) ?? 0,
    next: (row) => nextRow[row]!,
    keys: (of) => keysOfState.get(of) ?? [],
  };
}
