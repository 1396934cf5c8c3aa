import { baseArtifact, baseCatalog } from "@withholding-forms/testing/catalog/catalog";
import { beforeAll, describe, expect, it } from "vitest";
import type { Artifact } from "../model/artifact.js";
import type { Catalog, Found } from "../model/catalog.js";
import { catalogOf } from "./load.js";

let catalog: Catalog;
beforeAll(async () => {
  catalog = await baseCatalog();
});

const found = (formId: string, version: string | undefined, day: string): string => {
  const result: Found | string = catalog.find(formId, version, day);
  return typeof result === "string"
    ? result
    : `${result.form.version} ${result.status}, latest ${result.latest.version}`;
};

// TS101 2025.1.0 takes effect on 2025-01-01 and is served to 2026-06-30; 2026.1.0 takes effect on 2026-01-01.
describe("find", () => {
  it("gives the newest effective version where none is requested", () => {
    expect(found("TS101", undefined, "2025-12-31")).toBe("2025.1.0 CURRENT, latest 2025.1.0");
    expect(found("TS101", undefined, "2026-01-01")).toBe("2026.1.0 CURRENT, latest 2026.1.0");
  });

  it("gives a scheduled version by name before its day, and as the latest on it, without a restart", () => {
    expect(found("TS101", "2026.1.0", "2025-12-31")).toBe("2026.1.0 SCHEDULED, latest 2025.1.0");
    expect(found("TS101", "2026.1.0", "2026-01-01")).toBe("2026.1.0 CURRENT, latest 2026.1.0");
  });

  it("gives a deprecated version up to its last day, with the one that replaced it", () => {
    expect(found("TS101", "2025.1.0", "2026-01-01")).toBe("2025.1.0 DEPRECATED, latest 2026.1.0");
    expect(found("TS101", "2025.1.0", "2026-06-30")).toBe("2025.1.0 DEPRECATED, latest 2026.1.0");
    expect(found("TS101", "2025.1.0", "2026-07-01")).toBe("UNKNOWN_VERSION");
  });

  it("a version does not inherit the end date of the one it extends", () => {
    expect(found("TS101", undefined, "2030-01-01")).toBe("2026.1.0 CURRENT, latest 2026.1.0");
  });

  it("returns a form that is only scheduled as scheduled", () => {
    expect(found("TS102", undefined, "2025-06-01")).toBe("2026.1.0 SCHEDULED, latest 2026.1.0");
  });

  it("accepts leading zeros in a version, and no other spelling", () => {
    expect(found("TS101", "2026.01.0", "2026-02-01")).toBe("2026.1.0 CURRENT, latest 2026.1.0");
    expect(found("TS101", "2026.001.00", "2026-02-01")).toBe("2026.1.0 CURRENT, latest 2026.1.0");
    for (const version of [
      "2026.1",
      "2026.1.0.0",
      "v2026.1.0",
      " 2026.1.0",
      "2026.1.0\n",
      "",
      "latest",
      "2026,1,0",
    ])
      expect(found("TS101", version, "2026-02-01")).toBe("UNKNOWN_VERSION");
    expect(found("TS101", "2027.1.0", "2026-02-01")).toBe("UNKNOWN_VERSION");
  });

  it("does not know other forms", () => {
    for (const id of ["TS109", "ts101", "", "__proto__", "constructor"])
      expect(found(id, undefined, "2026-02-01")).toBe("UNKNOWN_FORM");
  });
});

describe("the lists of a catalog", () => {
  it("names every form once, and its current version", () => {
    expect(catalog.formIds("2025-06-01")).toEqual(["TS101", "TS102", "TS201"]);
    expect(catalog.current("2026-06-01").map(({ id, version }) => `${id} ${version}`)).toEqual([
      "TS101 2026.1.0",
      "TS102 2026.1.0",
      "TS201 2026.1.0",
    ]);
  });

  it("lists versions newest first, without those that have ended", () => {
    const versions = (day: string): string[] => catalog.versions("TS101", day).map(({ version }) => version);
    expect(versions("2026-06-30")).toEqual(["2026.1.0", "2025.1.0"]);
    expect(versions("2026-07-01")).toEqual(["2026.1.0"]);
    expect(catalog.versions("TS109", "2026-01-01")).toEqual([]);
  });

  it("knows the places, covered or not", () => {
    expect(catalog.jurisdictions.get("TS")).toEqual({
      code: "TS",
      name: "State of tests",
      country: "US",
      wageTax: true,
      agency: { name: "Department of tests", url: "https://tax.example.com/" },
      covered: true,
    });
    expect(catalog.jurisdictions.get("TX")?.covered).toBe(false);
    expect(catalog.jurisdictions.get("ZZ")).toBeUndefined();
  });
});

describe("flows", () => {
  it("tells flows with questions from those without, and knows no others", () => {
    expect(catalog.flow("TS_RESIDENT")).toEqual({ id: "TS_RESIDENT", hasFlowQuestions: true });
    expect(catalog.flow("TS_NONRESIDENT")).toEqual({ id: "TS_NONRESIDENT", hasFlowQuestions: false });
    expect(catalog.flow("TX_RESIDENT")).toBeUndefined();
    expect(catalog.flow("toString")).toBeUndefined();
  });

  it("publishes a flow's set with paths, forms of the day and text in the language", () => {
    const flow = { id: "TS_RESIDENT", hasFlowQuestions: true };
    const set = catalog.flowQuestionSet(flow, "QS1", "fr", "2025-06-01");
    expect(set?.breadcrumbTitle).toBe("(fr) About you");
    expect(set?.navigation).toEqual({
      navigationType: "VARIABLE",
      questionId: "tsSoldier",
      navigationMappings: {
        soldier: { hasMoreQuestions: true, nextQuestionSetId: "QS2" },
        none: { hasMoreQuestions: false },
      },
    });
    const [question] = set?.questions ?? [];
    expect(question?.validationRegex).toBe("^(?:soldier|none)$");
    expect(question?.validationErrorMessage).toBe("(fr) Choose one option.");
    expect(
      question?.questionOptions?.map(({ value, label, formsToComplete }) => [value, label, formsToComplete]),
    ).toEqual([
      ["soldier", "(fr) I am a soldier", undefined],
      [
        "none",
        "(fr) I am not a soldier",
        [
          {
            id: "TS101",
            name: "T-1",
            title: "Test certificate",
            formVersion: "2025.1.0",
            formLocality: "TS",
            formType: "RESIDENT",
            initialQuestionSet: "QS1",
          },
        ],
      ],
    ]);
  });

  it("ends a flow's last set whatever is answered", () => {
    const flow = { id: "TS_RESIDENT", hasFlowQuestions: true };
    const set = catalog.flowQuestionSet(flow, "QS2", "en", "2026-06-01");
    expect(set?.navigation).toEqual({
      navigationType: "CONSTANT",
      navigationMapping: { hasMoreQuestions: false },
    });
    const options = set?.questions[0]?.questionOptions ?? [];
    expect(options.map(({ formsToComplete }) => formsToComplete?.map((form) => form.formVersion))).toEqual([
      ["2026.1.0"],
      undefined,
    ]);
  });

  it("has no set that the flow lacks", () => {
    const flow = { id: "TS_RESIDENT", hasFlowQuestions: true };
    expect(catalog.flowQuestionSet(flow, "QS9", "en", "2026-06-01")).toBeUndefined();
  });
});

describe("a form version", () => {
  const form = (id: string, version: string) => {
    const result = catalog.find(id, version, "2026-02-01");
    if (typeof result === "string") throw new Error(result);
    return result.form;
  };

  it("publishes its sets in three languages", () => {
    const texts = (["en", "es", "fr"] as const).map(
      (language) => form("TS101", "2026.1.0").questionSet("QS1", language, false)?.questions[0]?.questionText,
    );
    expect(texts).toEqual(["What is your status?", "(es) What is your status?", "(fr) What is your status?"]);
  });

  it("contains what it extends and what it changes", () => {
    const formula = (version: string): string | undefined =>
      form("TS101", version)
        .questionSet("QS2", "en", false)
        ?.questions.find(({ id }) => id === "allowance")?.calculation?.formula;
    expect(formula("2025.1.0")).toBe("children * 500");
    expect(formula("2026.1.0")).toBe("children * 600");
  });

  it("asks other questions where federal values are known, and shares the rest", () => {
    const ids = (set: string, federal: boolean): string[] | undefined =>
      form("TS102", "2026.1.0")
        .questionSet(set, "en", federal)
        ?.questions.map(({ id }) => id);
    expect(ids("QS1", false)).toEqual(["status", "wage", "credit", "poor"]);
    expect(ids("QS1", true)).toEqual(["adjust"]);
    expect(ids("QS2", true)).toEqual(["reasons", "since"]);
    expect(ids("QS9", true)).toBeUndefined();
  });

  it("knows its questions of both kinds by id", () => {
    const known = (id: string): number => form("TS102", "2026.1.0").questions(id, "en").length;
    expect([known("wage"), known("adjust"), known("nobody"), known("__proto__")]).toEqual([1, 1, 0, 0]);
  });

  it("describes its fields and parameters", () => {
    const { formFields, taxParameters: parametersIn, pages } = form("TS101", "2026.1.0");
    const taxParameters = parametersIn("en");
    expect(formFields).toMatchObject({
      formId: "TS101",
      formVersion: "2026.1.0",
      fields: { status: "^(?:SINGLE|MARRIED|ALIEN)$", children: "^[0-9]{1,2}$" },
      signForm: "PREVIEW",
    });
    expect(Object.keys(formFields.fields)).toEqual(["status", "children", "students", "extra"]);
    expect(taxParameters[0]).toEqual({
      id: "TS.status",
      valueType: "code",
      description: "The status.",
      optional: false,
      values: { S: "Single", M: "Married" },
      givenBy: { S: [{ status: ["SINGLE"] }], M: [{ status: ["MARRIED"] }] },
      calculation: { formula: 'status == "SINGLE" ? "S" : status == "MARRIED" ? "M" : ""' },
    });
    expect(taxParameters[1]).toEqual({
      id: "TS.allowance",
      valueType: "dollarAmount",
      description: "The allowance.",
      optional: false,
      period: "YEAR",
      calculation: { formula: "allowance" },
    });
    expect(pages).toBe(1);
    expect(parametersIn("fr")[0]).toEqual({
      ...taxParameters[0],
      description: "(fr) The status.",
      values: { S: "(fr) Single", M: "(fr) Married" },
    });
  });

  it("has its blank and its template", () => {
    const one = form("TS101", "2026.1.0");
    expect(Buffer.from(one.blank().subarray(0, 5)).toString()).toBe("%PDF-");
    expect(one.template().slots.map(({ name }) => name)).toContain("signatureLine");
  });
});

describe("a minimum level of verification", () => {
  const content = async (): Promise<Artifact> => {
    const read = await baseArtifact();
    const verification = { face: "AGENCY_FILE", rules: "DERIVED" } as const;
    return {
      ...read,
      forms: read.forms.map((form) =>
        form.entry.id === "TS102" ? { ...form, entry: { ...form.entry, verification } } : form,
      ),
    };
  };
  const texas = { addressId: "home", country: "US", region: "TX" } as const;
  const tests = { addressId: "work", country: "US", region: "TS" } as const;

  it("hides the forms with one part below it, and reports a place whose ordinary forms are hidden", async () => {
    const hidden = catalogOf(await content(), "OLDER_REVISION");
    expect(hidden.formIds("2026-03-02")).toEqual(["TS101", "TS201"]);
    expect(hidden.find("TS102", undefined, "2026-03-02")).toBe("UNKNOWN_FORM");
    expect(hidden.applicable(texas, [tests], "2026-03-02", "en")).toMatchObject({
      forms: [],
      problems: expect.arrayContaining([
        { addressId: "work", code: "JURISDICTION_NOT_COVERED", jurisdiction: "TS", formName: "T-2" },
      ]),
    });
  });

  it("serves every form by default", async () => {
    const all = catalogOf(await content());
    expect(all.formIds("2026-03-02")).toEqual(["TS101", "TS102", "TS201"]);
    const [form] = all.versions("TS101", "2026-03-02");
    expect(form?.verification).toEqual({
      face: "AGENCY_TEXT",
      rules: "AGENCY_TEXT",
      revision: "Complete",
      checked: "2026-01-02",
      doubts: [],
    });
  });
});

describe("a locality", () => {
  const day = "2026-03-02";
  const oldland = { addressId: "home", country: "US", region: "OL" } as const;

  it("is suggested by the city or ZIP Code of an address in its state", () => {
    const at = (region: string, city: string, zipCode: string): readonly string[] =>
      catalog.localitiesAt({ country: "US", region, city, zipCode }).localities;
    expect(at("TS", "TESTTOWN", "99009")).toEqual(["TS_TOWN"]);
    expect(at("TS", "Farm", "99001")).toEqual(["TS_TOWN"]);
    expect(at("TX", "Testtown", "99001")).toEqual([]);
  });

  it("has a flow and a form with its code and name", () => {
    const work = { addressId: "work1", country: "US", region: "TS", localities: ["TS_VILLE"] } as const;
    const { flows, forms } = catalog.applicable(oldland, [work], day, "en");
    expect(flows.at(-1)).toEqual({
      id: "TS_VILLE_NONRESIDENT",
      locality: "TS_VILLE",
      residencyStatus: "NONRESIDENT",
      hasFlowQuestions: true,
      initialQuestionSetId: "QS1",
      localityFullName: "Testville",
    });
    expect(forms.map(({ id, formLocality, recommended }) => [id, formLocality, recommended])).toEqual([
      ["TS101", "TS", true],
      ["TS201", "TS_TOWN", true],
    ]);
  });

  it("is named in the questions of its flow and of its form, in each language", () => {
    const flow = catalog.flow("TS_VILLE_RESIDENT");
    if (flow === undefined) throw new Error("no flow");
    const set = catalog.flowQuestionSet(flow, "QS1", "es", day);
    expect(set?.questions[0]?.questionText).toBe("(es) Is your home in Testville?");
    expect(set?.questions[0]?.questionOptions?.map(({ label }) => label)).toEqual([
      "(es) In Testville",
      "(es) Elsewhere",
    ]);
    const [question] = catalog.versions("TS201", day)[0]?.questionSet("QS1", "fr", false)?.questions ?? [];
    expect(question?.questionText).toBe("(fr) Do you work in Testtown?");
    expect(question?.questionOptions?.map(({ value }) => value)).toEqual(["TS_TOWN", "ELSEWHERE"]);
  });

  it("is known by its name even if its certificate is missing", () => {
    expect(catalog.jurisdictions.get("TS_HARBOR")).toMatchObject({ name: "Harbor", covered: false });
    expect(catalog.jurisdictions.get("TS_TOWN")).toMatchObject({ name: "Testtown", covered: true });
  });
});
