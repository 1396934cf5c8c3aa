import { expect, test } from "vitest";
import { impossibleNumbers } from "../../service/src/identity.js";
import { canBeIssued } from "./identity.js";

test.each([
  ["socialSecurityNumber", "123-45-6789", true],
  ["socialSecurityNumber", "000-12-3456", false],
  ["socialSecurityNumber", "666-12-3456", false],
  ["socialSecurityNumber", "900-12-3456", false],
  ["socialSecurityNumber", "999-12-3456", false],
  ["socialSecurityNumber", "899-12-3456", true],
  ["socialSecurityNumber", "123-00-3456", false],
  ["socialSecurityNumber", "123-45-0000", false],
  ["socialSecurityNumber", "100-00-1234", false],
  ["socialSecurityNumber", "120-01-0001", true],
  ["socialSecurityNumber", "078-05-1120", false],
  ["socialInsuranceNumber", "046 454 286", true],
  ["socialInsuranceNumber", "046 454 287", false],
  ["socialInsuranceNumber", "123 456 789", false],
  ["socialInsuranceNumber", "812 345 676", true],
  ["socialInsuranceNumber", "000 000 000", false],
] as const)("as a %s, %s can or cannot be: %s, here as at the service", (field, number, possible) => {
  expect(canBeIssued(field, number)).toBe(possible);
  expect(impossibleNumbers({ [field]: number })).toEqual(possible ? [] : [field]);
});
