import type { FormSummary } from "@withholding-forms/interview";
import { describe, expect, it } from "vitest";
import type { Applicable, Place } from "../model/catalog.js";
import type { CompiledFlow, CompiledJurisdiction, ResidencyStatus } from "../model/jurisdiction.js";
import { applicable, type Circumstances } from "./applicable.js";

const inAll = (forms: readonly string[]): CompiledFlow["recommended"] => ({
  en: forms,
  es: forms,
  fr: forms,
});

const flow = (
  id: string,
  status: ResidencyStatus,
  forms: readonly string[],
  more: Partial<CompiledFlow> = {},
): CompiledFlow => ({
  id,
  status,
  filter: {},
  recommended: inAll(forms.slice(0, 1)),
  optional: [],
  forms,
  sets: [],
  ...more,
});

/** A flow that asks one question, whose options lead to a form each. */
const asking = (id: string, status: ResidencyStatus, ...forms: readonly string[]): CompiledFlow => {
  const { forms: _, ...rest } = flow(id, status, forms);
  const words = { title: "", ask: "", message: "", notes: [], labels: forms.map(() => "") };
  return {
    ...rest,
    sets: [
      {
        id: "QS1",
        question: "q",
        words: { en: words, es: words, fr: words },
        options: forms.map((form) => ({ value: form, forms: [form] })),
      },
    ],
  };
};

const place = (
  code: string,
  flows: readonly CompiledFlow[],
  more: Partial<CompiledJurisdiction> = {},
): CompiledJurisdiction => ({
  code,
  name: `Full ${code}`,
  country: "US",
  wageTax: true,
  reciprocity: [],
  flows,
  ...more,
});

const places: readonly CompiledJurisdiction[] = [
  place("FEDERAL", [asking("FEDERAL", "FEDERAL", "FED1", "FED2")]),
  // Wisconsin's shape: residents of a state with an agreement get the certificate that says so.
  place("WI", [
    asking("WI_RESIDENT", "RESIDENT", "WI1", "WI2"),
    flow("WI_NONRESIDENT", "NONRESIDENT", ["WI3"], { filter: { home: ["IL", "IN"] } }),
    flow("WI_NONRESIDENT", "NONRESIDENT", ["WI1"], { optional: ["WI9"] }),
  ]),
  place("IL", [
    flow("IL_RESIDENT_AWAY", "RESIDENT", ["IL4"], { filter: { worksAtHome: false, work: ["WI", "IN"] } }),
    flow("IL_RESIDENT", "RESIDENT", ["IL1"]),
    flow("IL_NONRESIDENT", "NONRESIDENT", ["IL2"], { filter: { homeNot: ["WI"], workNot: ["IN"] } }),
    flow("IL_NONRESIDENT_OTHER", "NONRESIDENT", ["IL3"]),
  ]),
  place("IN", []),
  place("TX", [], { wageTax: false }),
  place("PR", [], { wageTax: false }),
  place("CANADA_FEDERAL", [flow("CANADA_FEDERAL", "CANADA_RESIDENT", ["CAN1", "CAN1FR"])], { country: "CA" }),
  place("ON", [flow("ON_CANADA_RESIDENT", "CANADA_RESIDENT", ["ON1", "ON1FR"], { recommended: inAll([]) })], {
    country: "CA",
  }),
  place("QC", [], { country: "CA" }),
];

const summary = (id: string): FormSummary | undefined =>
  id === "WI9"
    ? undefined
    : {
        id,
        name: id,
        title: id,
        formVersion: "2026.1.0",
        formLocality: "",
        formType: "RESIDENT",
        initialQuestionSet: "QS1",
      };

const canadian = new Set(["ON", "QC", "ZC"]);
const at = (region: string | undefined, addressId: string): Place => ({
  addressId,
  country: canadian.has(region ?? "") ? "CA" : "US",
  region: region === "ZC" ? undefined : region,
});

function answer(home: string | undefined, ...works: readonly (string | undefined)[]): Applicable {
  return applicable(places, circumstances("WAGES", home, ...works), summary);
}

function circumstances(
  payment: Circumstances["payment"],
  home: string | undefined,
  ...works: readonly (string | undefined)[]
): Circumstances {
  return {
    home: at(home, "home"),
    works: works.map((work, index) => at(work, `work${index + 1}`)),
    language: "en",
    payment,
  };
}

const flows = (...where: Parameters<typeof answer>): string[] => answer(...where).flows.map(({ id }) => id);
const forms = (...where: Parameters<typeof answer>): string[] =>
  answer(...where).forms.map(({ id, recommended }) => `${id}${recommended ? "*" : ""}`);
const problems = (...where: Parameters<typeof answer>): string[] =>
  answer(...where).problems.map(
    ({ addressId, code, jurisdiction }) => `${addressId} ${code} ${jurisdiction}`,
  );

describe("applicable", () => {
  it("gives the federal flow first, then the home state's", () => {
    expect(flows("WI", "WI")).toEqual(["FEDERAL", "WI_RESIDENT"]);
    expect(problems("WI", "WI")).toEqual([]);
  });

  it("gives a work state's nonresident flow after the home state's", () => {
    expect(flows("WI", "IL")).toEqual(["FEDERAL", "WI_RESIDENT", "IL_NONRESIDENT_OTHER"]);
  });

  it("goes by the agreement of both states, from either side", () => {
    expect(flows("IL", "WI")).toEqual(["FEDERAL", "IL_RESIDENT_AWAY", "WI_NONRESIDENT"]);
    expect(forms("IL", "WI")).toContain("WI3*");
    expect(forms("TX", "WI")).toContain("WI1*");
    expect(forms("TX", "WI")).not.toContain("WI3*");
  });

  it("keeps the order of several work states, one flow a state", () => {
    expect(flows("TX", "IL", "WI", "IL", "WI")).toEqual(["FEDERAL", "IL_NONRESIDENT", "WI_NONRESIDENT"]);
    expect(flows("TX", "WI", "IL")).toEqual(["FEDERAL", "WI_NONRESIDENT", "IL_NONRESIDENT"]);
  });

  it("does not take a second work place at home for a nonresident's", () => {
    expect(flows("WI", "IL", "WI")).toEqual(["FEDERAL", "WI_RESIDENT", "IL_NONRESIDENT_OTHER"]);
  });

  it("goes by every filter: where else one works, and whether at home too", () => {
    expect(flows("IL", "WI", "IL")).toContain("IL_RESIDENT");
    expect(flows("IL", "WI", "TX")).toContain("IL_RESIDENT");
    expect(flows("IL", "WI", "IN")).toContain("IL_RESIDENT_AWAY");
    expect(flows("TX", "IL")).toContain("IL_NONRESIDENT");
    expect(flows("TX", "IL", "IN")).toContain("IL_NONRESIDENT_OTHER");
  });

  it("adds nothing for states and territories without a tax on wages", () => {
    expect(flows("TX", "TX")).toEqual(["FEDERAL"]);
    expect(flows("PR", "TX", "PR")).toEqual(["FEDERAL"]);
    expect(problems("TX", "PR")).toEqual([]);
  });

  it("says which places tax wages but are not covered", () => {
    expect(flows("IN", "WI")).toEqual(["FEDERAL", "WI_NONRESIDENT"]);
    expect(problems("IN", "WI")).toEqual(["home JURISDICTION_NOT_COVERED IN"]);
    expect(problems("WI", "IN", "IN", "IL")).toEqual(["work1 JURISDICTION_NOT_COVERED IN"]);
    expect(problems("QC", "QC")).toEqual(["work1 JURISDICTION_NOT_COVERED QC"]);
  });

  it("says which regions do not exist, each address on its own", () => {
    expect(problems("ZZ", "WI")).toEqual(["home JURISDICTION_UNKNOWN ZZ"]);
    expect(problems(undefined, undefined, undefined)).toEqual([
      "home JURISDICTION_UNKNOWN ",
      "work1 JURISDICTION_UNKNOWN ",
      "work2 JURISDICTION_UNKNOWN ",
    ]);
    expect(flows(undefined, "WI")).toEqual(["FEDERAL", "WI_NONRESIDENT"]);
  });

  it("does not take a code that names no place of the address's country", () => {
    const home: Place = { addressId: "home", country: "US", region: "ON" };
    expect(applicable(places, { ...circumstances("WAGES", "ON", "WI"), home }, summary).problems).toEqual([
      { addressId: "home", code: "JURISDICTION_UNKNOWN", jurisdiction: "ON" },
    ]);
  });

  it("gives Canada's federal flow and the province of work", () => {
    expect(flows("ON", "ON")).toEqual(["CANADA_FEDERAL", "ON_CANADA_RESIDENT"]);
    expect(forms("QC", "ON")).toEqual(["CAN1*", "CAN1FR", "ON1", "ON1FR"]);
    expect(flows("QC", "ON", "ON")).toEqual(["CANADA_FEDERAL", "ON_CANADA_RESIDENT"]);
  });

  it("answers by the country of work where the home is across the border", () => {
    expect(flows("WI", "ON")).toEqual(["CANADA_FEDERAL", "ON_CANADA_RESIDENT"]);
    expect(flows("ON", "WI")).toEqual(["FEDERAL", "WI_NONRESIDENT"]);
    expect(problems("ON", "WI")).toEqual([]);
  });

  it("answers for both countries where one works in both", () => {
    expect(flows("WI", "ON", "IL")).toEqual([
      "FEDERAL",
      "WI_RESIDENT",
      "IL_NONRESIDENT_OTHER",
      "CANADA_FEDERAL",
      "ON_CANADA_RESIDENT",
    ]);
  });

  it("lists each form once, recommended where any flow recommends it, and recommended ones first", () => {
    expect(forms("WI", "IL")).toEqual(["FED1*", "WI1*", "IL3*", "FED2", "WI2"]);
  });

  it("lists the ordinary certificate before special ones, then by id", () => {
    const special = asking("NM_RESIDENT", "RESIDENT", "NM3", "NM2X", "NM4", "NM1");
    const one = place("NM", [{ ...special, recommended: inAll(["NM4"]) }]);
    const type = (id: string): string => (id === "NM2X" ? "EXEMPT" : "RESIDENT");
    const listed = applicable([one], circumstances("WAGES", "NM", "NM"), (id) => ({
      ...summary(id)!,
      formType: type(id),
    })).forms.map(({ id }) => id);
    expect(listed).toEqual(["NM4", "NM1", "NM3", "NM2X"]);
  });

  it("gives the pension flows of the home alone where the payment is a pension", () => {
    const pension = { filter: { payment: ["PENSION"] } } as const;
    const both = { filter: { payment: ["WAGES", "PENSION"] } } as const;
    const canada = { country: "CA" } as const;
    const some = [
      place("FEDERAL", [
        flow("FEDERAL_PENSION", "FEDERAL", ["FED2"], pension),
        flow("FEDERAL", "FEDERAL", ["FED1"]),
      ]),
      place("WI", [
        flow("WI_PENSION", "RESIDENT", ["WI2"], pension),
        flow("WI_RESIDENT", "RESIDENT", ["WI1"]),
      ]),
      place("IL", [flow("IL_NONRESIDENT", "NONRESIDENT", ["IL3"])], { missing: { PENSION: "IL-P" } }),
      place("CANADA_FEDERAL", [flow("CANADA_FEDERAL", "CANADA_RESIDENT", ["CAN1"], both)], canada),
      place("ON", [flow("ON_CANADA_RESIDENT", "CANADA_RESIDENT", ["ON1"], both)], canada),
    ];
    const found = (payment: Circumstances["payment"], home: string | undefined, work: string) => {
      const all = applicable(some, circumstances(payment, home, work), summary);
      return [...all.flows.map(({ id }) => id), ...all.problems];
    };
    expect(found("WAGES", "WI", "IL")).toEqual(["FEDERAL", "WI_RESIDENT", "IL_NONRESIDENT"]);
    expect(found("PENSION", "WI", "IL")).toEqual(["FEDERAL_PENSION", "WI_PENSION"]);
    expect(found("PENSION", "IL", "WI")).toEqual([
      "FEDERAL_PENSION",
      { addressId: "home", code: "PENSION_NOT_COVERED", jurisdiction: "IL", formName: "IL-P" },
    ]);
    expect(found("PENSION", "ON", "WI")).toEqual(["CANADA_FEDERAL", "ON_CANADA_RESIDENT"]);
    expect(found("PENSION", undefined, "WI")).toEqual([
      "FEDERAL_PENSION",
      { addressId: "home", code: "JURISDICTION_UNKNOWN", jurisdiction: "" },
    ]);
  });

  it("leaves out forms that are not served on the day", () => {
    expect(forms("TX", "WI")).toEqual(["FED1*", "WI1*", "FED2"]);
  });

  it("describes a flow with questions and one without as the specification does", () => {
    const [federal, resident, nonresident] = answer("WI", "IL").flows;
    expect(federal).toEqual({
      id: "FEDERAL",
      locality: "FEDERAL",
      hasFlowQuestions: true,
      initialQuestionSetId: "QS1",
      localityFullName: "Full FEDERAL",
    });
    expect(resident).toEqual({
      id: "WI_RESIDENT",
      locality: "WI",
      residencyStatus: "RESIDENT",
      hasFlowQuestions: true,
      initialQuestionSetId: "QS1",
      localityFullName: "Full WI",
    });
    expect(nonresident).toEqual({
      id: "IL_NONRESIDENT_OTHER",
      locality: "IL",
      residencyStatus: "NONRESIDENT",
      hasFlowQuestions: false,
      formsToComplete: [summary("IL3")],
      localityFullName: "Full IL",
    });
  });

  it("names a missing certificate for the addresses that its `at` means", () => {
    const inAllLanguages = { en: "For some.", es: "", fr: "" };
    const missing = [
      place("ZZ", [], {
        missingForSome: [
          { form: "ANYWHERE", who: inAllLanguages },
          { form: "COMMUTERS", who: inAllLanguages, at: "WORK" },
          { form: "WORKERS", who: inAllLanguages, at: "WORKPLACE" },
        ],
      }),
    ];
    const named = (home: string, ...works: readonly string[]): string[] =>
      applicable(missing, circumstances("WAGES", home, ...works), summary).problems.flatMap(
        ({ addressId, formName }) => (formName === undefined ? [] : [`${addressId} ${formName}`]),
      );
    expect(named("ZZ", "ZZ")).toEqual(["home ANYWHERE", "work1 WORKERS"]);
    expect(named("ZZ", "TX")).toEqual(["home ANYWHERE"]);
    expect(named("ZZ")).toEqual(["home ANYWHERE", "home WORKERS"]);
    expect(named("TX", "ZZ")).toEqual(["work1 ANYWHERE", "work1 COMMUTERS", "work1 WORKERS"]);
  });
});
