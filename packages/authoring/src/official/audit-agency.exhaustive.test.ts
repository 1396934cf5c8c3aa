import { digest } from "@withholding-forms/catalog/agency/store";
import { type AgencySurvey, surveyAgencyFile } from "@withholding-forms/pdf/build";
import { content } from "@withholding-forms/testing/catalog/content";
import { changedCopy } from "@withholding-forms/testing/pdf/changed-copy";
import {
  officialBytes,
  officialMissing,
  officialNames,
  officialPresent,
} from "@withholding-forms/testing/pdf/official";
import { describe, expect, test } from "vitest";
import type { FormParts } from "../compile/form.js";
import { adoptFile } from "./adopt-file.js";
import { audit } from "./audit/audit.js";
import type { Finding } from "./audit/finding.js";
import { otherForm } from "./audit-file.js";

// The agencies' files against the versions that were written from them, against other versions, and with one amount changed.

const formOf = (id: string, version: string): FormParts =>
  content.forms.find(({ form }) => form.id === id && form.version === version)!;
const surveys = new Map<string, Promise<AgencySurvey>>();
const surveyOf = (name: string): Promise<AgencySurvey> => {
  const survey = surveys.get(name) ?? surveyAgencyFile(officialBytes(name));
  surveys.set(name, survey);
  return survey;
};
const differences = (findings: readonly Finding[]): string[] =>
  findings
    .filter(({ weight }) => weight === "DIFFERS")
    .map(({ about, ours, theirs }) => `${about}: ${ours} | ${theirs}`);

/** By file, the version that is bound to it. */
const bound = officialNames().flatMap((name): [string, FormParts][] => {
  const sha256 = digest(officialBytes(name));
  const parts = content.forms.find(({ form }) => form.official?.sha256 === sha256);
  return parts === undefined ? [] : [[name, parts]];
});

/** Amounts that the agency prints and our version does not have: examples, other years, and rules that it leaves out. */
const printedOnly: Readonly<Record<string, readonly string[]>> = {
  "us/CA/de4-rev42-2014.pdf": ["$200", "50%", "$116.60"],
  "us/CA/de4-rev55-2025.pdf": ["50 percent", "$163.90"],
  "us/IL/il-w-4-r0817.pdf": ["$500"],
  "us/NY/it2104-2025.pdf": ["$2,500"],
  "us/VA/va-4-rev0811.pdf": ["$7,000", "$11,250", "$11,650", "$14,000", "$22,500", "$23,300"],
  "us/federal/fw4-2023.pdf": ["14.13%", "12.4%", "2.9%", "0.9235", "$160,200"],
  "us/federal/fw4p-2025.pdf": ["$50,000", "$75,000", "$46,000"],
  "us/federal/fw4p-2026.pdf": ["$50,000", "$46,000"],
};

test("the agencies' files are here to be tested", ({ skip }) => {
  skip(!officialPresent, officialMissing);
  expect(bound.length).toBeGreaterThanOrEqual(19);
});

describe.runIf(officialPresent)("the agencies' files", () => {
  test.each(bound)(
    "%s agrees with its version, except for amounts that are only in the print",
    async (name, parts) => {
      const { findings, changed } = audit(parts, await surveyOf(name));
      expect(differences(findings)).toEqual(
        (printedOnly[name] ?? []).map((amount) => `amount:  | ${amount}`),
      );
      expect(changed.size).toBe(0);
      expect(otherForm(content, parts, await surveyOf(name))).toBeUndefined();
      for (const { file, line, spot } of findings) {
        expect(file).toMatch(/^us\/.*\.yaml$/);
        expect(line).toBeGreaterThan(0);
        if (spot !== undefined) expect(spot.rect.width).toBeGreaterThan(0);
      }
    },
  );

  test.each(bound)(
    "%s is adopted without a hand, as the file that its version was written from",
    async (name, parts) => {
      const { id: formId, version } = parts.form;
      const { result, pages } = await adoptFile(content, { formId, version, file: officialBytes(name) });
      expect(result).toMatchObject({ state: "agrees", isKnown: true, open: [] });
      expect(Object.keys(pages)).toEqual(["audit.html"]);
    },
  );

  test.each([
    ["us/CA/de4-rev55-2025.pdf", "CA101", "2026.1.0"],
    ["us/DC/d-4-2017.pdf", "DC101", "2021.1.0"],
    ["us/IL/il-w-4-r0817.pdf", "IL101", "2023.7.0"],
    ["us/NY/it2104-2025.pdf", "NY101", "2026.1.0"],
    ["us/VA/va-4-rev0811.pdf", "VA101", "2026.4.0"],
  ])("%s is another revision than %s %s", async (name, formId, version) => {
    const { result } = await adoptFile(content, { formId, version, file: officialBytes(name) });
    expect(result).toMatchObject({ state: "new-revision" });
  });

  test("at least 95 of 100 figures that the forms print are found", async () => {
    const count = { AGREES: 0, DIFFERS: 0, UNSEEN: 0 };
    for (const [name, parts] of bound)
      for (const { about, weight } of audit(parts, await surveyOf(name)).findings)
        if (about === "figure") count[weight] += 1;
    expect(count.AGREES).toBeGreaterThan(200);
    expect(count.DIFFERS / (count.AGREES + count.DIFFERS)).toBeLessThan(0.05);
    // The rate of 26 U.S.C. 164(b)(7), which the forms of 2026 do not print.
    expect(count.UNSEEN).toBe(3);
  });

  test.each(bound)("the label of %s is found even if all letters are set apart", async (name, parts) => {
    const survey = await surveyOf(name);
    const labelOf = (of: AgencySurvey): Finding | undefined =>
      audit(parts, of).findings.find(({ about }) => about === "revision");
    const apart = survey.pages.map((page) => ({
      ...page,
      words: page.words.flatMap((word) => [...word.text].map((text) => ({ ...word, text }))),
    }));
    expect(labelOf({ ...survey, pages: apart })?.weight).toBe(labelOf(survey)?.weight);
  });

  test.each([
    [
      "us/federal/fw4-2025.pdf",
      "W4101",
      "2025.12.0",
      [
        "year: 2026 | 2025",
        "figure: childCredit $2,200 | $2,000",
        "figure: standardDeduction $16,100 | $15,000",
      ],
    ],
    [
      "us/federal/fw4-2026.pdf",
      "W4101",
      "2024.12.0",
      [
        "year: 2025 | 2026",
        "figure: standardDeductionHead $22,500 | $24,150",
        "figure: childCredit $2,000 | $2,200",
      ],
    ],
    [
      "us/federal/fw4-2022.pdf",
      "W4101",
      "2022.12.0",
      ["year: 2023 | 2022", "figure: standardDeduction $13,850 | $12,950"],
    ],
    [
      "us/federal/fw4sp-2025.pdf",
      "W4101SP",
      "2025.12.0",
      ["year: 2026 | 2025", "figure: standardDeduction $16,100 | $15,000"],
    ],
    [
      "us/federal/fw4p-2025.pdf",
      "W4102",
      "2025.12.0",
      ["year: 2026 | 2025", "figure: pensionAge65Married $1,650 | $1,600"],
    ],
    [
      "us/MD/mw507-2021.pdf",
      "MD101",
      "2022.5.0",
      [
        "revision: COM/RAD-036 05/22 | COM/RAD-036 12/20",
        "figure: standardDeductionLeast $1,600 | $1,550",
        "figure: standardDeductionMost $2,400 | $2,300",
      ],
    ],
    [
      "us/MD/mw507-2022.pdf",
      "MD101",
      "2025.7.0",
      ["revision: COM/RAD-036 07/25 | COM/RAD-036 05/22", "figure: standardDeduction $3,400 | "],
    ],
    ["us/MD/mw507m-2021.pdf", "MD102", "2022.1.0", ["year: 2022 | 2021"]],
    [
      "us/CA/de4-rev42-2014.pdf",
      "CA101",
      "2025.1.0",
      ["revision: Rev. 55 | Rev. 42", "figure: standardDeductionLow $5,540 | $3,906"],
    ],
    ["us/NY/it2104-2025.pdf", "NY101", "2026.1.0", ["year: 2026 | 2025"]],
    ["us/IL/il-w-4-r0817.pdf", "IL101", "2023.7.0", ["revision: R-07/23 | R-08/17"]],
    [
      "us/DC/d-4-2017.pdf",
      "DC101",
      "2021.1.0",
      ["year: 2021 | 2017", "figure: sectionBSingle $6,500 | $5,650"],
    ],
    ["us/VA/va-4-rev0811.pdf", "VA101", "2026.4.0", ["revision: Rev. 04/26 | "]],
  ])("%s is not the print of %s %s", async (name, id, version, expected) => {
    const found = differences(audit(formOf(id, version), await surveyOf(name)).findings);
    for (const one of expected) expect(found.join("\n")).toContain(one);
  });

  test.each([
    [
      "us/MD/mw507m-2022.pdf",
      "MD101",
      "2022.5.0",
      "the file is not a print of MD101 (MW507): it looks like MD102 (MW507M)",
    ],
    [
      "us/federal/fw4sp-2026.pdf",
      "W4101",
      "2025.12.0",
      "the file is not a print of W4101 (W-4): it looks like W4101SP (W-4(SP))",
    ],
    [
      "us/federal/fw4-2026.pdf",
      "W4102",
      "2025.12.0",
      "the file is not a print of W4102 (W-4P): it looks like W4101 (W-4)",
    ],
    ["ca/federal/5000-s7-fill-25e.pdf", "CAN101", "2026.1.0", "the file is not a print of CAN101 (TD1)"],
    ["ca/ON/5006-tc-fill-25e.pdf", "ON101", "2026.1.0", "the file is not a print of ON101 (TD1ON)"],
  ])("%s is another form than %s", async (name, id, version, expected) => {
    expect(otherForm(content, formOf(id, version), await surveyOf(name))).toBe(expected);
  });

  test.each(bound)("one amount changed in a copy of %s is found", async (name, parts) => {
    const before = audit(parts, await surveyOf(name)).findings;
    const known =
      before.find(({ about, theirs }) => about === "figure" && /^\$\d/.test(theirs)) ??
      before.find(({ about }) => about === "amount");
    // The form of military spouses prints no amount.
    if (known?.spot === undefined) return expect(name).toContain("mw507m");
    const copy = await changedCopy(officialBytes(name), known.spot, "$97,531");
    const after = differences(audit(parts, await surveyAgencyFile(copy)).findings);
    expect(after.join("\n")).toContain("$97,531");
    expect(after.length).toBeGreaterThan(differences(before).length - 1);
  });

  // In place, so that tables stay as they are. One of two figures with the same amounts may be changed to the other's.
  test.each(bound)("nearly every other amount of %s, too", async (name, parts) => {
    const survey = await surveyOf(name);
    const before = differences(audit(parts, survey).findings);
    const printed = survey.pages.flatMap(({ words }, page) =>
      words.flatMap(({ text }, index) =>
        /\$[1-9]|^[1-9]\d{0,2},\d{3}\b|\d%/.test(text) ? [{ page, index }] : [],
      ),
    );
    const some = printed.filter((_, index) => index % Math.ceil(printed.length / 25) === 0);
    const missed = some.filter(({ page, index }) => {
      const changed = differences(audit(parts, withWord(survey, page, index)).findings);
      return changed.join() === before.join();
    });
    // Amounts of tax tables that the content does not have cannot be judged.
    expect(missed.length).toBeLessThanOrEqual(name.includes("de4") ? some.length : some.length * 0.1);
  });
});

/** The survey with another amount in place of a word. */
function withWord(survey: AgencySurvey, page: number, index: number): AgencySurvey {
  const changed = (text: string): string =>
    text.replace(/[1-9]/, (digit) => String((Number(digit) % 9) + 1)).replace(/\d(?=\D*$)/, "7");
  return {
    ...survey,
    pages: survey.pages.map((one, at) =>
      at === page
        ? {
            ...one,
            words: one.words.map((word, place) =>
              place === index ? { ...word, text: changed(word.text) } : word,
            ),
          }
        : one,
    ),
  };
}
