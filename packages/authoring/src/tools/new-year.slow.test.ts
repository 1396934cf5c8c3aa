import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CheckResult, checkContent } from "../check/check.js";
import { compileContent } from "../compile/compile.js";
import { contentRoot } from "../read/paths.js";
import { problemLine } from "../read/problem.js";
import { newYear } from "./new-year.js";

/** The next federal form, with fictional amounts: the work for a year in which only amounts change. */
const invented: readonly (readonly [string, string])[] = [
  ["childCredit: {amount: 2200,", "childCredit: {amount: 2345,"],
  ["standardDeduction: {amount: 16100,", "standardDeduction: {amount: 16650,"],
  ["exemptClaimEnds: {date: 2027-02-16,", "exemptClaimEnds: {date: 2028-02-15,"],
  [
    "[0, 90, 850, 1020, 1020, 1020, 1070, 1870, 1870, 1870, 1870, 1870, 1970]",
    "[0, 95, 850, 1020, 1020, 1020, 1070, 1870, 1870, 1870, 1870, 1870, 1970]",
  ],
];

const cases = `- case: two children and two jobs
  answers: {isNra: false, isExempt: false, filingStatus: SINGLE_OR_MARRIED_FILING_SEPARATELY, multipleJobsOption: WORKSHEET, numberOfJobs: TWO, highestWage: 9000, secondWage: 8000, multipleJobsWorksheetLine3: 12, completeSteps3To4bHere: true, incomeWithinCreditLimit: true, qualifyingChildren: 2, otherAdjustmentsSurvey: false, useDeductionsWorksheet: false}
  parameters: {FED.dependentsAmt: "4690.00", FED.additionalWithholding: "7.92"}
`;

const coloradoCases = `- case: an exemption of 2027, and two children and two jobs
  federalValues: {isExempt: true}
  parameters: {CO.isExempt: "true", CO.exemptExpires: "2028-02-15"}
  answers: {}
`;

let root = "";
let checked: CheckResult[];
let left: string[];
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "next-year-"));
  cpSync(contentRoot, root, { recursive: true });
  const content = compileContent(root, () => {})?.content;
  if (content === undefined) throw new Error("the content cannot be read");
  left = newYear(content, { year: 2027, of: "W4101", today: "2026-12-15" });
  const federal = join(root, "us/FEDERAL");
  const done = (file: string, change: (text: string) => string): void =>
    writeFileSync(file, change(readFileSync(file, "utf8")).replaceAll(/(?:^| )# TODO.*$/gm, ""));
  done(join(federal, "figures/2027.yaml"), (figures) =>
    invented.reduce((text, [now, then]) => {
      expect(text.split(now)).toHaveLength(2);
      return text.replace(now, then);
    }, figures),
  );
  done(join(federal, "W4101/2026.12.0/form.yaml"), String);
  writeFileSync(join(federal, "W4101/2026.12.0/cases.yaml"), cases);
  done(join(federal, "W4101SP/2026.12.0/form.yaml"), String);
  const colorado = join(root, "us/CO/CO101/2026.12.0");
  done(join(root, "us/CO/figures/2027.yaml"), String);
  done(join(colorado, "form.yaml"), String);
  writeFileSync(join(colorado, "cases.yaml"), coloradoCases);
  checked = [];
  for (const only of ["W4101", "W4101SP", "CO101"])
    checked.push(await checkContent(root, { only, draw: false }));
});
afterAll(() => rmSync(root, { recursive: true }));

it("starts the form, its figures, its copies and editions, and lists what is left in each", () => {
  expect(left).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^us\/FEDERAL\/figures\/2027\.yaml: \d+ to do$/),
      "us/FEDERAL/W4101SP/2026.12.0/form.yaml: 2 to do",
      "us/CO/CO101/2026.12.0/cases.yaml: 1 to do",
      "us/MP/MP101/2026.12.0/cases.yaml: 1 to do",
      expect.stringMatching(/^W4101: bind the agency's file of 2027, https:/),
    ]),
  );
  expect(left.filter((line) => line.startsWith("us/KS"))).toEqual([]);
});

it("is valid with one new case per form, and needs no new translation", () => {
  expect(checked.flatMap(({ problems }) => problems.map(problemLine))).toEqual([]);
});

it("leaves what was written as it is, lists less, and rejects a place or form that there is not", () => {
  const content = compileContent(root, () => {})?.content;
  if (content === undefined) throw new Error("the content cannot be read");
  const again = newYear(content, { year: 2027, of: "W4101", today: "2026-12-16" });
  expect(again.length).toBeLessThan(left.length);
  expect(again.join("\n")).not.toContain("us/CO/CO101");
  expect(readFileSync(join(root, "us/FEDERAL/W4101/2026.12.0/cases.yaml"), "utf8")).toBe(cases);
  expect(() => newYear(content, { year: 2027, of: "ZZ", today: "2026-12-16" })).toThrow(
    "ZZ has no form or place",
  );
});

it("starts from a case of any day if each has one, and moves the end of a claim to the new year", () => {
  const content = compileContent(root, () => {})?.content;
  if (content === undefined) throw new Error("the content cannot be read");
  const casesOf = (id: string, file: string): string => {
    newYear(content, { year: 2027, of: id, today: "2026-12-16" });
    return readFileSync(join(root, file), "utf8");
  };
  expect(casesOf("NL101", "ca/NL/NL101/2027.1.0/cases.yaml")).toContain("answers: {dateOfBirth: ");
  expect(casesOf("RI101", "us/RI/RI101/2027.1.0/cases.yaml")).toContain("RI.exemptExpires: 2027-12-31");
});

it("changes a copy where its base has changed, and keeps what is its own", () => {
  const copy = checked[2]?.compiled?.forms.find(({ form }) => form.version === "2026.12.0");
  const words = JSON.stringify([copy?.sets, copy?.layout]);
  for (const text of ["2345", "February 15, 2028", "This copy of Form W-4 is kept for Colorado"])
    expect(words.includes(text), text).toBe(true);
  expect(words).not.toMatch(/\b2,?200\b|February 16, 2027/);
});

it("says and calculates the new amounts, and leaves the old version as it was", () => {
  const words = (of: string): string => {
    const found = checked[0]?.compiled?.forms.find(({ form }) => form.id === "W4101" && form.version === of);
    return JSON.stringify([found?.form, found?.sets, found?.layout]);
  };
  const [now, then] = [words("2025.12.0"), words("2026.12.0")];
  for (const text of [
    "* 2345",
    "times $2,345",
    "February 15, 2028",
    "15 de febrero de 2028",
    "for 2028",
    "16650",
  ])
    expect(then.includes(text), text).toBe(true);
  for (const text of ["* 2200", "$2,200", "2\u00a0200\u00a0$", "February 16, 2027", "for 2025"])
    expect(then.includes(text), text).toBe(false);
  for (const text of ["* 2200", "times $2,200", "February 16, 2027"])
    expect(now.includes(text), text).toBe(true);
});
