import { expect, test } from "vitest";
import { impossibleNumbers } from "./index.js";

test("numbers that were never issued are named, as the service names them; another spelling is not its question", () => {
  expect(impossibleNumbers({ socialSecurityNumber: "123-45-6789" })).toEqual([]);
  expect(
    impossibleNumbers({ socialSecurityNumber: "987-65-4321", socialInsuranceNumber: "046 454 287" }),
  ).toEqual(["socialSecurityNumber", "socialInsuranceNumber"]);
  expect(impossibleNumbers({ socialSecurityNumber: "987-65" })).toEqual([]);
});
