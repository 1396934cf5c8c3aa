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
    ).toEqual({ localities: [], inside: [], places: [] });
    expect(
      localitiesAt([state], { country: "US", region: undefined, city: "East Bay", zipCode: "12345" }),
    ).toEqual({ localities: [], inside: [], places: [] });
  });
});

describe("known places", () => {
  const withFlow = (code: string, geoid: string, zipCodes: string[] = [], inside: string[] = []) => ({
    code,
    name: code,
    flows: [{ id: code } as CompiledJurisdiction["flows"][number]],
    place: { kind: "CITY" as const, codes: [geoid] },
    suggestedBy: { cities: [code.slice(3)], zipCodes: [...zipCodes, ...inside], inside },
  });
  const town = {
    ...withFlow("ZZ_TOWN", "9900003"),
    flows: [],
  };
  const places: CompiledJurisdiction = {
    ...state,
    localities: [
      withFlow("ZZ_DALE", "9900001", ["12346"]),
      withFlow("ZZ_PEAK", "9900002", ["12346"], ["12349"]),
      town,
      { code: "ZZ_BOTH", name: "Dale / Peak", flows: [], suggestedBy: { either: ["ZZ_DALE", "ZZ_PEAK"] } },
    ],
  };
  const found = (
    city: string,
    zipCode: string,
    code?: string,
    certainty: "INSIDE" | "LIKELY" | "POSSIBLE" = "INSIDE",
  ) => {
    const known = { kind: "CITY", name: "", source: "census" } as const;
    const at = localitiesAt([places], {
      country: "US",
      region: "ZZ",
      city,
      zipCode,
      places: code === undefined ? [] : [{ ...known, code, certainty }],
    });
    return [at.localities, at.inside];
  };

  it.each([
    ["a city that the mail does not name", "Other", "99999", "9900001", "INSIDE", ["ZZ_DALE"], ["ZZ_DALE"]],
    ["a likely one", "Other", "99999", "9900001", "LIKELY", ["ZZ_DALE"], ["ZZ_DALE"]],
    ["not one that is only possible", "Other", "99999", "9900001", "POSSIBLE", [], []],
    [
      "each of two, one of them inside",
      "Dale",
      "12346",
      "9900002",
      "INSIDE",
      ["ZZ_DALE", "ZZ_PEAK"],
      ["ZZ_PEAK"],
    ],
    ["both as one, if it is in neither", "Dale", "12346", "NONE", "INSIDE", ["ZZ_BOTH"], []],
    [
      "the city of the mail, to be asked, but not as inside",
      "Peak",
      "12349",
      "9900009",
      "INSIDE",
      ["ZZ_PEAK"],
      [],
    ],
    [
      "the city of the ZIP Code, if another is only likely",
      "Peak",
      "12349",
      "9900009",
      "LIKELY",
      ["ZZ_PEAK"],
      ["ZZ_PEAK"],
    ],
    ["nothing where nobody would be asked", "Town", "99999", "NONE", "INSIDE", [], []],
  ] as const)("suggest %s", (_, city, zipCode, code, certainty, localities, inside) => {
    expect(found(city, zipCode, code, certainty)).toEqual([localities, inside]);
  });

  it("and a ZIP Code that is inside as a whole is one of them", () => {
    const at = (zipCode: string) =>
      localitiesAt([places], { country: "US", region: "ZZ", city: "Peak", zipCode }).places;
    expect(at("12349")).toEqual([
      { kind: "CITY", code: "9900002", name: "ZZ_PEAK", certainty: "LIKELY", source: "embedded" },
    ]);
    expect(at("12346")).toEqual([]);
    expect(found("Town", "99999")).toEqual([["ZZ_TOWN"], []]);
  });
});
