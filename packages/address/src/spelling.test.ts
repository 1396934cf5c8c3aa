import { expect, it } from "vitest";
import { distance, isZipSlip, slipsAllowed } from "./spelling.js";

it.each([
  ["PHOENIX", "PHOENIX", 0],
  ["PHEONIX", "PHOENIX", 1],
  ["MONTGOMRY", "MONTGOMERY", 1],
  ["MONTGOMERRY", "MONTGOMERY", 1],
  ["CINCINATTI", "CINCINNATI", 2],
  ["BOSTON", "AUSTIN", 3],
])("counts the typos from %s to %s", (typed, meant, slips) => {
  expect(distance(typed, meant, 2)).toBe(slips);
});

it("gives up beyond the limit, also for names of very different length", () => {
  expect(distance("LOS ANGELES", "RENO", 2)).toBe(3);
  expect(distance("A".repeat(100), "A".repeat(99), 2)).toBe(3);
});

it("allows no typo in a short name, one in a medium name, and two in a long one", () => {
  expect([slipsAllowed(4), slipsAllowed(5), slipsAllowed(8), slipsAllowed(9)]).toEqual([0, 1, 1, 2]);
});

it.each([
  ["57501", "57510", true],
  ["57501", "57502", true],
  ["57501", "57501", false],
  ["57501", "15750", false],
  ["57501", "57610", false],
  ["57501", "5751", false],
])("knows whether %s can be a typo of %s", (typed, meant, expected) => {
  expect(isZipSlip(typed, meant)).toBe(expected);
});
