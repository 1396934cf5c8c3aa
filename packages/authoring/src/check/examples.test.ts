import { baseRoot } from "@withholding-forms/testing/catalog/catalog";
import { describe, expect, it } from "vitest";
import { compileContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";
import { candidatesOf } from "./candidates.js";
import { type Example, examplesOf } from "./examples.js";

const compiled = compileContent(baseRoot, () => {});
if (compiled === undefined) throw new Error("the content cannot be read");

function form(id: string): FormParts {
  const found = compiled?.forms.findLast((parts) => parts.form.id === id);
  if (found === undefined) throw new Error(id);
  return found;
}
const limits = { formPaths: 40, answers: 60 };
const examples = (id: string): readonly Example[] => examplesOf(form(id), compiled.shared, limits).examples;

describe("examplesOf", () => {
  it("walks every path, to its end or to INELIGIBLE", () => {
    const ends = new Set(examples("TS101").map(({ path, end }) => `${path.join(" ")} ${end}`));
    expect([...ends].sort()).toEqual(["QS1 INELIGIBLE", "QS1 QS2 QS3 COMPLETE", "QS1 QS3 COMPLETE"]);
  });

  it("gives optional answers and leaves them out", () => {
    const single = examples("TS101").filter(({ answers }) => answers["status"] === "SINGLE");
    expect(single.some(({ answers }) => "extra" in answers)).toBe(true);
    expect(single.some(({ answers }) => !("extra" in answers))).toBe(true);
  });

  it("asks what has a condition, and does not", () => {
    const married = examples("TS101").filter(({ answers }) => answers["status"] === "MARRIED");
    expect(married.some(({ answers }) => "students" in answers)).toBe(true);
    expect(married.some(({ answers }) => answers["children"] === "0" && !("students" in answers))).toBe(true);
  });

  it("tries none, one and the max, and obeys the rules between answers", () => {
    const children = examples("TS101").flatMap(({ answers }) => answers["children"] ?? []);
    expect(children).toEqual(expect.arrayContaining(["0", "1", "99"]));
    for (const { answers } of examples("TS101"))
      expect(Number(answers["students"] ?? 0)).toBeLessThanOrEqual(Number(answers["children"] ?? 0));
  });

  it("finds amounts that take both sides of a calculated path, and those next to the edges of a table", () => {
    const wages = examples("TS102").flatMap(({ answers, path }) =>
      "wage" in answers ? [`${answers["wage"]} ${path.join(" ")}`] : [],
    );
    expect(wages).toEqual(
      expect.arrayContaining(["499 QS1 QS2", "500 QS1", "999 QS1", "1000 QS1", "1999 QS1", "2000 QS1"]),
    );
  });

  it("chooses each option and all of several", () => {
    const reasons = new Set(examples("TS102").flatMap(({ answers }) => answers["reasons"] ?? []));
    expect([...reasons].sort()).toEqual(["ILL", "STUDY", "STUDY,ILL"]);
  });

  it("walks the paths with federal values, each filing status and exempt", () => {
    const federal = examples("TS102").filter((one) => one.federal);
    expect(new Set(federal.map(({ path }) => path.join(" ")))).toEqual(new Set(["QS1 QS2", "QS1"]));
    for (const { federalValues, answers } of federal) {
      expect(federalValues).toHaveProperty("isExempt");
      expect(answers).toHaveProperty("adjust");
    }
    expect(federal.some(({ federalValues }) => federalValues?.["filingStatus"] === "M")).toBe(true);
  });

  it("returns the same every time, and no more than requested", () => {
    expect(examples("TS102")).toEqual(examples("TS102"));
    const few = examplesOf(form("TS101"), compiled.shared, { formPaths: 3, answers: 2 }).examples;
    expect(few.filter(({ shows }) => shows === "answer").length).toBeLessThanOrEqual(2);
  });
});

describe("candidatesOf", () => {
  it("finds the answers that a calculated or conditional question depends on, nearest first", () => {
    const { sources } = candidatesOf(form("TS102"));
    expect(sources(["credit"])).toEqual(["status", "wage"]);
    expect(candidatesOf(form("TS101")).sources(["students"])).toEqual(["students", "children"]);
  });

  it("tries only what a question accepts", () => {
    const { of } = candidatesOf(form("TS101"));
    expect(of("status")).toEqual(["SINGLE", "MARRIED", "ALIEN"]);
    expect(of("children").every((value) => /^[0-9]{1,2}$/.test(value))).toBe(true);
    expect(of("allowance")).toEqual([]);
    expect(of("nobody")).toEqual([]);
  });
});
