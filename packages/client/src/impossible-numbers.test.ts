import { expect, test } from "vitest";
import { impossibleNumbers } from "./index.js";

test("finds numbers that were never issued, as the service does; ignores other formats", () => {
  expect(impossibleNumbers({ socialSecurityNumber: "123-45-6789" })).toEqual([]);
  expect(
    impossibleNumbers({ socialSecurityNumber: "666-65-4321", socialInsuranceNumber: "046 454 287" }),
  ).toEqual(["socialSecurityNumber", "socialInsuranceNumber"]);
  expect(impossibleNumbers({ socialSecurityNumber: "666-65" })).toEqual([]);
});
