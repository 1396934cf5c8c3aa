import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CheckResult, checkContent } from "../check/check.js";
import { contentRoot } from "../read/paths.js";
import { problemLine } from "../read/problem.js";

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

/** Figures of other forms (patterns of their names), whose new year comes with those forms. */
const ofOthers = [
  "foreignEarnedIncomeLimit",
  "foreignHousingBase",
  "foreignHousingCap",
  "housingBaseDay",
  "foreignIncomeLimitLastYear",
  "housingBaseLastYear",
  "pensionAge65\\w+",
  "nonperiodicDefaultRate",
  "rolloverDefaultRate",
  "incomeRate\\w+",
];

const version = `extends: 2025.12.0
revision: "2027"
effective: 2027-01-01
year: 2027
figures: 2027
use: The Form W-4 for 2027.
sources: [{document: Form W-4 (2027), sha256: ${"a".repeat(64)}}]
verification: {face: AGENCY_FILE, rules: AGENCY_FILE, revision: Form W-4 (2027) complete, checked: 2026-12-15}
`;

const cases = `- case: two children and two jobs
  answers: {isNra: false, isExempt: false, filingStatus: SINGLE_OR_MARRIED_FILING_SEPARATELY, multipleJobsOption: WORKSHEET, numberOfJobs: TWO, highestWage: 9000, secondWage: 8000, multipleJobsWorksheetLine3: 12, completeSteps3To4bHere: true, incomeWithinCreditLimit: true, qualifyingChildren: 2, otherAdjustmentsSurvey: false, useDeductionsWorksheet: false}
  parameters: {FED.dependentsAmt: "4690.00", FED.additionalWithholding: "7.92"}
`;

let root = "";
let checked: CheckResult;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "next-year-"));
  cpSync(contentRoot, root, { recursive: true });
  const federal = join(root, "us/FEDERAL");
  let figures = readFileSync(join(federal, "figures/2026.yaml"), "utf8");
  for (const [now, then] of invented) {
    expect(figures.split(now)).toHaveLength(2);
    figures = figures.replace(now, then);
  }
  for (const name of ofOthers) {
    const line = new RegExp(`^  ${name}: .*\\n`, "gm");
    expect(figures).toMatch(line);
    figures = figures.replaceAll(line, "");
  }
  writeFileSync(join(federal, "figures/2027.yaml"), figures);
  mkdirSync(join(federal, "W4101/2026.12.0"));
  writeFileSync(join(federal, "W4101/2026.12.0/form.yaml"), version);
  writeFileSync(join(federal, "W4101/2026.12.0/cases.yaml"), cases);
  checked = await checkContent(root, { only: "us/FEDERAL", draw: false });
});
afterAll(() => rmSync(root, { recursive: true }));

it("is one figures file and a version folder of fewer than 30 lines, with no new translation", () => {
  expect(`${version}${cases}`.split("\n").length).toBeLessThan(30);
  expect(checked.problems.map(problemLine)).toEqual([]);
});

it("says and calculates the new amounts, and leaves the old version as it was", () => {
  const words = (of: string): string => {
    const found = checked.compiled?.forms.find(({ form }) => form.id === "W4101" && form.version === of);
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
