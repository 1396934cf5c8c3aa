import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { provinceOfPostalCode, stateOfZip } from "./address.js";

/** The ZIP Codes of the address package, each with its state. */
const data = readFileSync(new URL("../../../address/data/places.txt", import.meta.url), "utf8");

test("a ZIP Code chooses its state, or none", () => {
  expect(["36130", "36130-0001", " 36130 ", "00501", "09012"].map(stateOfZip)).toEqual([
    "AL",
    "AL",
    "AL",
    "NY",
    "AE",
  ]);
  // Not complete, of two states, of none.
  expect(["3613", "361300", "73949", "K1A 0A9", ""].map(stateOfZip)).toEqual(Array(5).fill(undefined));
});

test("no ZIP Code of the address package gets another state than its own, and nearly all get one", () => {
  let state = "";
  let [all, none] = [0, 0];
  for (const line of data.split("\n")) {
    if (line.startsWith("=")) state = line.slice(1);
    if (!/^[A-Z]/.test(line)) continue;
    for (const item of line.split("\t")[1]?.split(" ") ?? []) {
      const zip = item.slice(0, 5);
      const found = stateOfZip(zip);
      all++;
      if (found === undefined) none++;
      else expect(found, zip).toBe(state);
    }
  }
  expect(all).toBeGreaterThan(40_000);
  expect(none / all).toBeLessThan(0.02);
});

test("a postal code chooses its province or territory, or none", () => {
  const codes = {
    "A1A 1A1": "NL",
    b3h4r2: "NS",
    "C1A 7N8": "PE",
    "E3B 5H1": "NB",
    "G1R 4P5": "QC",
    "H3Z 2Y7": "QC",
    "J8X 3X4": "QC",
    "K1A 0A9": "ON",
    "M5V 2T6": "ON",
    "P7B 5E1": "ON",
    "R3C 4A5": "MB",
    "S4P 3Y2": "SK",
    "T5K 2B6": "AB",
    "V6B 1A1": "BC",
    "X0A 0H0": "NU",
    "X0C 0G0": "NU",
    "X0E 0T0": "NT",
    "X1A 2N6": "NT",
    "Y1A 2C6": "YT",
  };
  for (const [code, province] of Object.entries(codes))
    expect(provinceOfPostalCode(code), code).toBe(province);
  // Not complete, or with a letter that no postal code starts with.
  for (const code of ["K1A", "K1A 0A", "D1A 0A9", "36130", ""])
    expect(provinceOfPostalCode(code), code).toBeUndefined();
});
