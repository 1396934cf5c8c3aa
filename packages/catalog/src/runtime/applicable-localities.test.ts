import { describe, expect, it } from "vitest";
import type { Place } from "../model/catalog.js";
import type {
  CompiledFlow,
  CompiledJurisdiction,
  CompiledLocality,
  FlowFilter,
  ResidencyStatus,
} from "../model/jurisdiction.js";
import { applicableFlows } from "./applicable.js";

const flow = (id: string, status: ResidencyStatus, form: string, filter: FlowFilter = {}): CompiledFlow => ({
  id,
  status,
  filter,
  recommended: { en: [form], es: [form], fr: [form] },
  optional: [],
  forms: [form],
  sets: [],
});

const town = (code: string, more: Partial<CompiledLocality> = {}): CompiledLocality => ({
  code,
  name: code,
  suggestedBy: { cities: [], zipCodes: [], inside: [] },
  flows: [
    flow(`${code}_RESIDENT_ELSEWHERE`, "RESIDENT", "TOWN", { worksHere: false }),
    flow(`${code}_RESIDENT`, "RESIDENT", "TOWN"),
    flow(`${code}_NONRESIDENT`, "NONRESIDENT", "TOWN"),
  ],
  ...more,
});

const state = (code: string, localities: readonly CompiledLocality[]): CompiledJurisdiction => ({
  code,
  name: code,
  country: "US",
  wageTax: true,
  reciprocity: [],
  flows: [
    flow(`${code}_RESIDENT_CAPITAL`, "RESIDENT", code, { worksOnlyIn: [`${code}_CAPITAL`] }),
    flow(`${code}_RESIDENT`, "RESIDENT", code),
    flow(`${code}_NONRESIDENT`, "NONRESIDENT", code),
  ],
  localities,
});

const places: readonly CompiledJurisdiction[] = [
  { ...state("FEDERAL", []), flows: [flow("FEDERAL", "FEDERAL", "FED")] },
  state("AA", [
    town("AA_BAY"),
    town("AA_HILL"),
    town("AA_PORT", { flows: [], missing: "P-4" }),
    // A place that only filters and forms name.
    town("AA_CAPITAL", { flows: [] }),
    town("AA_LEVY", { suggestedBy: { everywhereExcept: ["AA_CAPITAL"] } }),
  ]),
  state("BB", []),
];

const at = (addressId: string, address: string): Place => {
  const [region, ...localities] = address.split(" ");
  return { addressId, country: "US", region, localities };
};

const found = (home: string, ...works: readonly string[]) =>
  applicableFlows(places, {
    home: at("home", home),
    works: works.map((work, index) => at(`work${index + 1}`, work)),
    language: "en",
    payment: "WAGES",
  });
const ids = (home: string, ...works: readonly string[]): string[] =>
  found(home, ...works).flows.map((one) => one.flow.id);

describe("flows of localities", () => {
  it("follow those of their state: of the home first, then of work in request order", () => {
    expect(ids("AA AA_HILL", "BB", "AA AA_BAY")).toEqual([
      "FEDERAL",
      "AA_RESIDENT",
      "AA_HILL_RESIDENT_ELSEWHERE",
      "AA_BAY_NONRESIDENT",
      "BB_NONRESIDENT",
    ]);
  });

  it("are for a resident whose home suggests the locality, once, whether or not work does", () => {
    expect(ids("AA AA_HILL", "AA AA_HILL", "AA AA_HILL")).toEqual([
      "FEDERAL",
      "AA_RESIDENT",
      "AA_HILL_RESIDENT",
    ]);
    expect(ids("AA AA_HILL", "BB")).toEqual([
      "FEDERAL",
      "AA_RESIDENT",
      "AA_HILL_RESIDENT_ELSEWHERE",
      "BB_NONRESIDENT",
    ]);
  });

  it("are for a nonresident from another state", () => {
    const { flows } = found("BB", "AA AA_BAY");
    expect(flows.map((one) => one.flow.id)).toEqual([
      "FEDERAL",
      "BB_RESIDENT",
      "AA_NONRESIDENT",
      "AA_BAY_NONRESIDENT",
    ]);
    expect(flows.at(-1)).toMatchObject({ place: { code: "AA" }, locality: { code: "AA_BAY" } });
  });

  it("of a tax on work everywhere depend on work; the home says only whose resident the employee is", () => {
    expect(ids("AA AA_CAPITAL", "AA AA_CAPITAL", "AA AA_LEVY")).toContain("AA_LEVY_RESIDENT");
    expect(ids("BB", "AA AA_LEVY")).toContain("AA_LEVY_NONRESIDENT");
    expect(ids("AA AA_LEVY", "AA AA_CAPITAL")).toEqual(["FEDERAL", "AA_RESIDENT_CAPITAL"]);
  });
});

describe("a state's flow for work in certain localities", () => {
  it("is for an employee all of whose work in the state is there", () => {
    expect(ids("AA", "AA AA_CAPITAL", "BB")).toContain("AA_RESIDENT_CAPITAL");
    expect(ids("AA", "AA AA_CAPITAL", "AA")).toContain("AA_RESIDENT");
    expect(ids("AA", "BB")).toContain("AA_RESIDENT");
  });
});

it("a locality whose certificate is missing is a problem of its address, with the name of the certificate", () => {
  expect(found("BB", "AA", "AA AA_PORT").problems).toEqual([
    { addressId: "work2", code: "JURISDICTION_NOT_COVERED", jurisdiction: "AA_PORT", formName: "P-4" },
  ]);
});

it("a locality whose form is hidden is a problem, and the state's flow stays", () => {
  const { flows, problems } = applicableFlows(
    places,
    { home: at("home", "AA AA_BAY"), works: [at("work1", "AA")], language: "en", payment: "WAGES" },
    (id) => id !== "TOWN",
  );
  expect(flows.map((one) => one.flow.id)).toEqual(["FEDERAL", "AA_RESIDENT"]);
  expect(problems).toEqual([{ addressId: "home", code: "JURISDICTION_NOT_COVERED", jurisdiction: "AA_BAY" }]);
});
