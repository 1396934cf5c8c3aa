import { describe, expect, it } from "vitest";
import type { CompiledJurisdiction } from "../model/jurisdiction.js";
import { localitiesAt } from "./localities.js";

const state: CompiledJurisdiction = {
  code: "ZZ",
  name: "State",
  country: "US",
  wageTax: true,
  reciprocity: [],
  flows: [],
  localities: [
    {
      code: "ZZ_BAY",
      name: "East Bay",
      flows: [],
      suggestedBy: { cities: ["EAST BAY", "E BAY"], zipCodes: ["12345"] },
    },
    { code: "ZZ_HILL", name: "Hill", flows: [], suggestedBy: { cities: ["HILL"], zipCodes: ["12345"] } },
    { code: "ZZ_LEVY", name: "Levy", flows: [], suggestedBy: { everywhereExcept: ["ZZ_BAY"] } },
  ],
};
const other: CompiledJurisdiction = { ...state, code: "YY", localities: [] };

const at = (city: string, zipCode: string, region = "ZZ"): string[] =>
  localitiesAt([other, state], { country: "US", region, city, zipCode });

describe("an address suggests localities", () => {
  it.each([
    ["east  bay", "99999", ["ZZ_BAY"]],
    ["E. Bay ", "99999", ["ZZ_BAY"]],
    ["Hill", "99999", ["ZZ_HILL", "ZZ_LEVY"]],
    ["Hill", "12345-6789", ["ZZ_BAY", "ZZ_HILL"]],
    ["Hillside", "99999", ["ZZ_LEVY"]],
  ])("%s %s", (city, zipCode, expected) => {
    expect(at(city, zipCode)).toEqual(expected);
  });

  it("of its own state and country only", () => {
    expect(at("East Bay", "12345", "YY")).toEqual([]);
    expect(
      localitiesAt([state], { country: "CA", region: "ZZ", city: "East Bay", zipCode: "12345" }),
    ).toEqual([]);
    expect(
      localitiesAt([state], { country: "US", region: undefined, city: "East Bay", zipCode: "12345" }),
    ).toEqual([]);
  });
});
