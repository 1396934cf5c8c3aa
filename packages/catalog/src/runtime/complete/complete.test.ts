import { baseArtifact, jane, request } from "@withholding-forms/testing/catalog/catalog";
import { beforeAll, describe, expect, it } from "vitest";
import type { Artifact } from "../../model/artifact.js";
import type { Catalog, CompleteRequest, Completion, FormVersion } from "../../model/catalog.js";
import type { Claim } from "../../model/validity.js";
import { interviewOf } from "../form-version.js";
import { catalogOf } from "../load.js";
import { complete } from "./complete.js";
import { type ReadyForm, readyForm } from "./ready-form.js";

let artifact: Artifact;
let catalog: Catalog;
beforeAll(async () => {
  artifact = await baseArtifact();
  catalog = catalogOf(artifact);
});

function form(id: string): FormVersion {
  const found = catalog.find(id, undefined, "2026-03-02");
  if (typeof found === "string") throw new Error(found);
  return found.form;
}

type Complete = Extract<Completion, { outcome: "COMPLETE" }>;

function completed(result: Completion): Complete {
  if (result.outcome !== "COMPLETE") throw new Error(JSON.stringify(result));
  return result;
}

const family = { status: "MARRIED", children: 2, students: 1, extra: "10.50" };
const low = { status: "SINGLE", wage: "100", reasons: ["STUDY", "ILL"], since: "2026-01-05" };

describe("complete", () => {
  it("gives parameters with their types and what to print", () => {
    const result = completed(form("TS101").complete(request({ fields: family })));
    expect(result.taxParameters).toEqual([
      { id: "TS.status", value: "M", valueType: "code" },
      { id: "TS.allowance", value: "1200.00", valueType: "dollarAmount" },
      { id: "TS.students", value: "1", valueType: "integer" },
      { id: "TS.extra", value: "10.50", valueType: "dollarAmount" },
    ]);
    expect(result.printed).toEqual({
      firstName: "Jane",
      lastName: "Sample",
      socialSecurityNumber: "XXX-XX-6789",
      status_SINGLE: false,
      status_MARRIED: true,
      status_ALIEN: false,
      children: "2",
      allowance: "1,200.00",
      extra: "10.50",
    });
    expect(result.walk.perjuryStatement).toBe("I swear that it is true.");
  });

  it("gives calculated values, in every mode", () => {
    for (const mode of ["PREVIEW", "SIGN", "SIGN_EXTERNALLY"] as const)
      expect(completed(form("TS101").complete(request({ fields: family, mode }))).calculatedValues).toEqual({
        allowance: "1200",
      });
  });

  it("omits a parameter whose condition is false, and counts a missing number as 0", () => {
    const ids = (fields: CompleteRequest["fields"]): string[] =>
      completed(form("TS102").complete(request({ fields }))).taxParameters.map(
        ({ id, value }) => `${id} ${value}`,
      );
    expect(ids({ status: "SINGLE", wage: 900 })).toEqual(["TS.married false", "TS.credit 100.00"]);
    expect(ids(low)).toEqual(["TS.married false", "TS.credit 100.00", "TS.since 2026-01-05"]);
    expect(
      completed(form("TS101").complete(request({ fields: { status: "SINGLE" } }))).taxParameters.map(
        ({ value }) => value,
      ),
    ).toEqual(["S", "0.00", "0", "0.00"]);
  });

  it("prints dates and several choices", () => {
    const { printed } = completed(form("TS102").complete(request({ fields: low })));
    expect(printed).toMatchObject({ reasons_STUDY: true, reasons_ILL: true, since: "01/05/2026" });
  });

  it("lists problems of person, federal values and answers together, in the requested language", () => {
    const result = form("TS102").complete(
      request({
        employee: { ...jane, firstName: "7" },
        federalValues: { filingStatus: "S" },
        fields: { adjust: "perhaps", nobody: 1 },
        language: "fr",
      }),
    );
    expect(result).toEqual({
      outcome: "REFUSED",
      problems: [
        { pointer: "/employee/firstName", code: "INVALID", message: "(fr) Enter a name." },
        { pointer: "/federalValues/isExempt", code: "REQUIRED", message: "(fr) Send true or false." },
        {
          pointer: "/fields/adjust",
          questionId: "adjust",
          code: "INVALID",
          message: "(fr) Choose yes or no.",
        },
        { pointer: "/fields/nobody", questionId: "nobody", code: "UNKNOWN" },
      ],
    });
  });

  it("points at strange question ids as a JSON pointer must", () => {
    const result = form("TS101").complete(request({ fields: { status: "SINGLE", "a/b~c": 1 } }));
    expect(result.outcome === "REFUSED" && result.problems[0]?.pointer).toBe("/fields/a~1b~0c");
  });

  it("reports an employee as ineligible, and prints nothing", () => {
    expect(form("TS101").complete(request({ fields: { status: "ALIEN" } }))).toMatchObject({
      outcome: "INELIGIBLE",
      walk: { path: ["QS1"], end: "INELIGIBLE" },
    });
  });

  it("names answers that it did not use", () => {
    const result = completed(form("TS101").complete(request({ fields: { status: "SINGLE", children: 5 } })));
    expect(result.ignoredFields).toEqual(["children"]);
    expect(result.printed["children"]).toBe("");
  });

  it("rejects federal values where the form has no use for them", () => {
    const result = form("TS101").complete(
      request({ fields: { status: "SINGLE" }, federalValues: { isExempt: true } }),
    );
    expect(result).toEqual({
      outcome: "REFUSED",
      problems: [{ pointer: "/federalValues", code: "NOT_ACCEPTED" }],
    });
  });

  it("asks other questions and uses federal values where they are sent", () => {
    const result = completed(
      form("TS102").complete(
        request({ fields: { adjust: "false" }, federalValues: { isExempt: "false", filingStatus: "M" } }),
      ),
    );
    expect(result.taxParameters[0]).toEqual({ id: "TS.married", value: "true", valueType: "boolean" });
    expect(result.printed["married"]).toBe(true);
  });

  it("returns the same result for the same request", () => {
    const once = form("TS101").complete(request({ fields: family, mode: "SIGN" }));
    expect(form("TS101").complete(request({ fields: family, mode: "SIGN" }))).toEqual(once);
  });
});

describe("a claim", () => {
  /** TS101 with a claim of married people, signed on a day. */
  const claimed = (day: string, claim: Partial<Claim> = {}): Completion => {
    const opened = artifact.forms
      .find(({ entry }) => entry.id === "TS101" && entry.version === "2026.1.0")
      ?.open();
    if (opened === undefined) throw new Error("no form");
    const claims = [{ when: 'status == "MARRIED"', end: '"2027-02-15"', question: "status", ...claim }];
    const ready = readyForm({ ...opened.form, validity: { until: "REPLACED", claims } });
    const sets = opened.sets("en").plain;
    const instant = new Date(`${day}T12:00:00Z`);
    return complete(ready, artifact.shared, interviewOf(sets, sets), request({ fields: family, instant }));
  };
  const refused = (code: string) => ({
    outcome: "REFUSED",
    problems: [{ pointer: "/fields/status", questionId: "status", code }],
  });

  it("is accepted up to its last day and rejected after it", () => {
    expect(claimed("2027-02-15").outcome).toBe("COMPLETE");
    expect(claimed("2027-02-16")).toEqual(refused("EXPIRED"));
  });

  it("is not looked at if the employee does not make it", () => {
    expect(claimed("2027-02-16", { when: 'status == "SINGLE"' }).outcome).toBe("COMPLETE");
  });

  it("is rejected before its end if new claims end earlier", () => {
    const acceptedUntil = '"2026-12-31"';
    expect(claimed("2026-12-31", { acceptedUntil }).outcome).toBe("COMPLETE");
    expect(claimed("2027-01-01", { acceptedUntil })).toEqual(refused("EXPIRED"));
  });

  it("is accepted for this year and the next, and rejected for other years", () => {
    const ofYear = (year: number) => ({ year: String(year), end: `"${year + 1}-01-31"` });
    expect(claimed("2027-01-10", ofYear(2026))).toEqual(refused("EXPIRED"));
    expect(claimed("2027-01-10", ofYear(2027)).outcome).toBe("COMPLETE");
    expect(claimed("2027-12-31", ofYear(2028)).outcome).toBe("COMPLETE");
    expect(claimed("2027-12-31", ofYear(2029))).toEqual(refused("TOO_EARLY"));
  });
});

describe("a preview", () => {
  /** A form that says the number wherever it can. */
  const talkative = (): ReadyForm => {
    const opened = artifact.forms.find(({ entry }) => entry.id === "TS102")?.open();
    if (opened === undefined) throw new Error("no form");
    return readyForm({
      ...opened.form,
      helpers: {
        ...opened.form.helpers,
        aloud: 'join(" ", "number", employee.socialSecurityNumber, spouseNumber)',
      },
      masks: { spouseNumber: { format: "###-##-####", masked: "XXX-XX-####" } },
      printed: [
        ...opened.form.printed,
        { name: "aloud", kind: "text", value: "aloud" },
        {
          name: "joined",
          kind: "text",
          value: 'join("/", employee.fullName, employee.socialSecurityNumber)',
        },
      ],
    });
  };
  const fill = (mode: CompleteRequest["mode"]): Complete => {
    const opened = artifact.forms.find(({ entry }) => entry.id === "TS102")?.open();
    const sets = opened?.sets("en").plain ?? [];
    return completed(
      complete(talkative(), artifact.shared, interviewOf(sets, sets), request({ fields: low, mode })),
    );
  };

  it("prints the number nowhere, not even through a helper", () => {
    const text = JSON.stringify(fill("PREVIEW").printed);
    expect(text).not.toMatch(/123|45-|12345/);
    expect(fill("PREVIEW").printed["aloud"]).toBe("number XXX-XX-6789");
    expect(fill("PREVIEW").printed["joined"]).toBe("Jane Sample/XXX-XX-6789");
  });

  it("is the only mode that masks", () => {
    for (const mode of ["SIGN", "SIGN_EXTERNALLY"] as const) {
      expect(fill(mode).printed["socialSecurityNumber"]).toBe("123-45-6789");
      expect(fill(mode).printed["aloud"]).toBe("number 123-45-6789");
    }
  });
});

describe("signing", () => {
  const signed = (instant: string, timeZone: string): Record<string, string | boolean> =>
    completed(
      form("TS101").complete(
        request({ fields: { status: "SINGLE" }, mode: "SIGN", instant: new Date(instant), timeZone }),
      ),
    ).printed;

  it("stamps name, day, time and zone, and dates the form", () => {
    const printed = signed("2026-03-02T12:34:56Z", "UTC");
    expect(printed["signatureLine"]).toBe("Jane Sample  2026-03-02 12:34:56 UTC");
    expect(printed["date"]).toBe("03/02/2026");
  });

  it("an evening in Los Angeles is not tomorrow", () => {
    const printed = signed("2026-03-02T03:30:00Z", "America/Los_Angeles");
    expect(printed["signatureLine"]).toBe("Jane Sample  2026-03-01 19:30:00 PST");
    expect(printed["date"]).toBe("03/01/2026");
  });

  it("knows daylight saving time from the hour it starts", () => {
    expect(signed("2026-03-08T09:59:59Z", "America/Los_Angeles")["signatureLine"]).toBe(
      "Jane Sample  2026-03-08 01:59:59 PST",
    );
    expect(signed("2026-03-08T10:00:00Z", "America/Los_Angeles")["signatureLine"]).toBe(
      "Jane Sample  2026-03-08 03:00:00 PDT",
    );
  });

  it("knows zones with offsets of fractions of an hour", () => {
    expect(signed("2026-07-01T02:00:00Z", "America/St_Johns")["date"]).toBe("06/30/2026");
    expect(signed("2026-07-01T02:30:00Z", "America/St_Johns")["signatureLine"]).toContain(
      "2026-07-01 00:00:00",
    );
    expect(signed("2026-07-01T18:20:00Z", "Asia/Kathmandu")["date"]).toBe("07/02/2026");
  });

  it("ends a year where the employee is", () => {
    expect(signed("2027-01-01T05:00:00Z", "America/Chicago")["date"]).toBe("12/31/2026");
    expect(signed("2027-01-01T05:00:00Z", "America/New_York")["date"]).toBe("01/01/2027");
  });

  it("leaves the signature fields empty in a preview and for an external signature", () => {
    for (const mode of ["PREVIEW", "SIGN_EXTERNALLY"] as const) {
      const { printed } = completed(form("TS101").complete(request({ fields: { status: "SINGLE" }, mode })));
      expect(printed).not.toHaveProperty("signatureLine");
      expect(printed).not.toHaveProperty("date");
    }
  });
});
