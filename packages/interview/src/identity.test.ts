import { expect, test } from "vitest";
import { impossibleNumbers } from "./identity.js";

test.each(["123-45-6789", "123456789", "001-01-0001", "665-99-9999", "899-45-6789", "912-70-1234"])(
  "%s can be an SSN, or a taxpayer number, which is the business of the form's pattern",
  (number) => {
    expect(impossibleNumbers({ socialSecurityNumber: number })).toEqual([]);
  },
);

test.each([
  ["000-45-6789", "area 000"],
  ["666-45-6789", "area 666"],
  ["123-00-6789", "group 00"],
  ["123-45-0000", "serial 0000"],
  ["078-05-1120", "the withdrawn sample number"],
])("%s cannot be an SSN: %s", (number) => {
  expect(impossibleNumbers({ socialSecurityNumber: number })).toEqual(["socialSecurityNumber"]);
});

// Luhn sums by hand. 046 454 286: 0+8+6+8+5+8+2+7+6 = 50. 130 692 544: 1+6+0+3+9+4+5+8+4 = 40. 900 000 001: 9+0+...+1 = 10.
// 812 345 676: 8+2+2+6+4+1+6+5+6 = 40.
test.each(["046-454-286", "046 454 286", "130692544", "900-000-001", "812-345-676"])(
  "%s can be a SIN",
  (number) => {
    expect(impossibleNumbers({ socialInsuranceNumber: number })).toEqual([]);
  },
);

test.each([
  ["046-454-287", "the check digit is wrong"],
  ["406-454-286", "two figures changed places"],
  ["000-000-000", "nothing but zeros"],
])("%s cannot be a SIN: %s", (number) => {
  expect(impossibleNumbers({ socialInsuranceNumber: number })).toEqual(["socialInsuranceNumber"]);
});

test("anything but nine digits is left to the content's pattern", () => {
  expect(impossibleNumbers({ socialSecurityNumber: "000-45-678", socialInsuranceNumber: 0 })).toEqual([]);
  expect(impossibleNumbers({ socialSecurityNumber: "0".repeat(100_000) })).toEqual([]);
  expect(impossibleNumbers({})).toEqual([]);
});
