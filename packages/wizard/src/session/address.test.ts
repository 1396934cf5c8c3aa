import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { stateOfZip } from "./address.js";

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
