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
      suggestedBy: { cities: ["EAST BAY", "E BAY"], zipCodes: ["12345"], inside: [] },
    },
    {
      code: "ZZ_HILL",
      name: "Hill",
      flows: [],
      suggestedBy: { cities: ["HILL"], zipCodes: ["12345", "12347"], inside: ["12347"] },
    },
    {
      code: "ZZ_DALE",
      name: "Dale",
      flows: [],
      suggestedBy: { cities: ["DALE"], zipCodes: ["12346"], inside: [] },
    },
    {
      code: "ZZ_PEAK",
      name: "Peak",
      flows: [],
      suggestedBy: { cities: ["PEAK"], zipCodes: ["12346"], inside: [] },
    },
    { code: "ZZ_DALE_PEAK", name: "Dale / Peak", flows: [], suggestedBy: { either: ["ZZ_DALE", "ZZ_PEAK"] } },
    { code: "ZZ_LEVY", name: "Levy", flows: [], suggestedBy: { everywhereExcept: ["ZZ_BAY"] } },
  ],
};
const other: CompiledJurisdiction = { ...state, code: "YY", localities: [] };

const at = (city: string, zipCode: string, region = "ZZ"): readonly string[] =>
  localitiesAt([other, state], { country: "US", region, city, zipCode }).localities;

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

  it("in only one of which it can be, as one", () => {
    expect(at("Dale", "12346")).toEqual(["ZZ_DALE_PEAK", "ZZ_LEVY"]);
    expect(at("Dale", "99999")).toEqual(["ZZ_DALE", "ZZ_LEVY"]);
  });

  it("and is inside those of which it has a ZIP Code that is inside as a whole", () => {
    const inside = (zipCode: string) =>
      localitiesAt([state], { country: "US", region: "ZZ", city: "Hill", zipCode }).inside;
    expect(inside("12347-6789")).toEqual(["ZZ_HILL"]);
    expect(inside("12348")).toEqual([]);
  });

  it("of its own state and country only", () => {
    expect(at("East Bay", "12345", "YY")).toEqual([]);
    expect(
      localitiesAt([state], { country: "CA", region: "ZZ", city: "East Bay", zipCode: "12345" }),
    ).toEqual({ localities: [], inside: [] });
    expect(
      localitiesAt([state], { country: "US", region: undefined, city: "East Bay", zipCode: "12345" }),
    ).toEqual({ localities: [], inside: [] });
  });
});
