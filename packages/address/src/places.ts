import { cityKey } from "./city.js";
import { dataFile } from "./tables.js";

/**
 * The ZIP codes of data/places.txt in typed arrays. A ZIP is known by its row; rows of one city (state and name) hang
 * together as a chain, so that one map of cities is the only structure besides the arrays.
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

/** Loaded on first use and kept. */
export function places(): Places {
  loaded ??= load();
  return loaded;
}

const noCoordinates = 0x7fffffff;

function load(): Places {
  const table = emptyTable();
  let state = "";
  for (const line of dataFile("places.txt")) {
    const tab = line.indexOf("\t");
    const row = table.rowOfZip[Number(line.slice(1, tab))] ?? 0;
    if (line.startsWith("=")) {
      state = line.slice(1);
      table.keysOfState.set(state, []);
    } else if (line.startsWith("~")) {
      const name = line.slice(tab + 1);
      table.otherNames.set(row, { name, key: cityKey(name) });
    } else if (line.startsWith("+")) table.otherStates.set(row, line.slice(tab + 1));
    else readCity(table, state, line.slice(0, tab), line.slice(tab + 1));
  }
  return placesOf(table);
}

interface Table {
  rows: number;
  readonly rowOfZip: Uint16Array;
  /** By row. */
  readonly zips: Uint32Array;
  readonly latitudes: Int32Array;
  readonly longitudes: Int32Array;
  readonly cityOfRow: Uint16Array;
  readonly nextRow: Uint16Array;
  /** By city. */
  readonly cityNames: string[];
  readonly cityKeys: string[];
  readonly cityStates: string[];
  /** First and last row of each city, by state and key. */
  readonly chains: Map<string, { readonly first: number; last: number }>;
  readonly keysOfState: Map<string, string[]>;
  readonly otherNames: Map<number, { readonly name: string; readonly key: string }>;
  readonly otherStates: Map<number, string>;
}

function emptyTable(): Table {
  const capacity = 1 << 16;
  return {
    rows: 0,
    rowOfZip: new Uint16Array(100_000),
    zips: new Uint32Array(capacity),
    latitudes: new Int32Array(capacity),
    longitudes: new Int32Array(capacity),
    cityOfRow: new Uint16Array(capacity),
    nextRow: new Uint16Array(capacity),
    cityNames: [""],
    cityKeys: [""],
    cityStates: [""],
    chains: new Map(),
    keysOfState: new Map(),
    otherNames: new Map(),
    otherStates: new Map(),
  };
}

/** A ZIP without coordinates has those of the one before it. */
function readCity(table: Table, state: string, name: string, items: string): void {
  const key = cityKey(name);
  const city = table.cityNames.push(name) - 1;
  table.cityKeys.push(key);
  table.cityStates.push(state);
  const chainKey = `${state} ${key}`;
  let chain = table.chains.get(chainKey);
  if (chain === undefined) table.keysOfState.get(state)!.push(key);
  let latitude = noCoordinates;
  let longitude = noCoordinates;
  for (const item of items.split(" ")) {
    const row = ++table.rows;
    const zip = Number(item.slice(0, 5));
    if (item.length > 5) {
      const comma = item.indexOf(",", 6);
      latitude = Number(item.slice(6, comma));
      longitude = Number(item.slice(comma + 1));
    }
    table.rowOfZip[zip] = row;
    table.zips[row] = zip;
    table.latitudes[row] = latitude;
    table.longitudes[row] = longitude;
    table.cityOfRow[row] = city;
    if (chain === undefined) {
      chain = { first: row, last: row };
      table.chains.set(chainKey, chain);
    } else {
      table.nextRow[chain.last] = row;
      chain.last = row;
    }
  }
}

function placesOf(table: Table): Places {
  const { rowOfZip, zips, latitudes, longitudes, cityOfRow, nextRow } = table;
  const { cityNames, cityKeys, cityStates, keysOfState, otherNames, otherStates } = table;
  const firstRows = new Map<string, number>();
  for (const [key, chain] of table.chains) firstRows.set(key, chain.first);
  return {
    row: (zip) => rowOfZip[Number(zip)] ?? 0,
    zip: (row) => String(zips[row]).padStart(5, "0"),
    state: (row) => cityStates[cityOfRow[row]!]!,
    city: (row) => cityNames[cityOfRow[row]!]!,
    otherCity: (row) => otherNames.get(row)?.name ?? "",
    coordinates: (row) =>
      latitudes[row] === noCoordinates ? undefined : [latitudes[row]!, longitudes[row]!],
    isCity: (row, key) => cityKeys[cityOfRow[row]!] === key || otherNames.get(row)?.key === key,
    reaches: (row, other) => otherStates.get(row) === other,
    firstRow: (of, key) => firstRows.get(`${of} ${key}`) ?? 0,
    next: (row) => nextRow[row]!,
    keys: (of) => keysOfState.get(of) ?? [],
  };
}
