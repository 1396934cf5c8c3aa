import { surveyAgencyFile } from "@withholding-forms/pdf/build";
import { popplerText } from "@withholding-forms/testing/pdf/checks";
import { officialBytes, officialMissing, officialPresent } from "@withholding-forms/testing/pdf/official";
import { type FormLine, smallForm } from "@withholding-forms/testing/pdf/small-form";
import { describe, expect, test } from "vitest";
import { type Comparison, compareFiles } from "./compare-files.js";

async function compared(before: readonly FormLine[], after: readonly FormLine[]): Promise<Comparison> {
  return compareFiles(
    await surveyAgencyFile(await smallForm(before)),
    await surveyAgencyFile(await smallForm(after)),
  );
}

const first = [
  { text: "1. Number of dependents times $2,000", field: "a" },
  { text: "2. Additional amount withheld", field: "b" },
];

test("words and fields of two revisions", async () => {
  const { words, fields, changedLines, lines } = await compared(first, [
    { text: "1. Number of dependents times $2,200", field: "a" },
    { text: "2. Additional amount withheld", field: "b2" },
    { text: "3. Interest and dividends of the year", field: "c" },
  ]);
  expect(words.map(({ removed, added }) => [removed, added])).toEqual([
    ["$2,000", "$2,200"],
    ["", "3. Interest and dividends of the year"],
  ]);
  expect(fields.map(({ kind, name, to }) => [kind, name, to])).toEqual([
    ["renamed", "b", "b2"],
    ["added", "c", undefined],
  ]);
  expect([changedLines, lines]).toEqual([2, 3]);
});

test("the same form has no changes, wherever its lines break", async () => {
  const again = await compared(first, first);
  expect([again.words, again.fields, again.changedLines]).toEqual([[], [], 0]);
  const broken = await compared(first, [
    { text: "1. Number of dependents" },
    { text: "times $2,000", field: "a" },
    { text: "2. Additional amount withheld", field: "b" },
  ]);
  expect(broken.words).toEqual([]);
});

test("a dash that is set closer to its number is no change", async () => {
  const { words } = await compared([{ text: "$10,000 - 19,999" }], [{ text: "$10,000- 19,999" }]);
  expect(words).toEqual([]);
});

test("a line that was renumbered is found by its words", async () => {
  const { fields } = await compared(
    [
      { text: "1 Estimate of itemized deductions", field: "f1" },
      { text: "2 Add both lines and enter the result in Step 4", field: "f2" },
    ],
    [
      { text: "1 Qualified tips of the year", field: "n1" },
      { text: "2 Overtime compensation", field: "n2" },
      { text: "3 Estimate of itemized deductions", field: "n3" },
      { text: "4 Add all lines and enter the result in Step 4", field: "n4" },
    ],
  );
  expect(fields.map(({ kind, name, to }) => [kind, name, to])).toEqual([
    ["renamed", "f1", "n3"],
    ["renamed", "f2", "n4"],
    ["added", "n1", undefined],
    ["added", "n2", undefined],
  ]);
});

test("the agencies' files are here to be tested", ({ skip }) => {
  skip(!officialPresent, officialMissing);
});

describe.runIf(officialPresent)("between revisions of the agencies", () => {
  const survey = (name: string): ReturnType<typeof surveyAgencyFile> => surveyAgencyFile(officialBytes(name));
  const changed = async (before: string, after: string): Promise<Comparison> =>
    compareFiles(await survey(before), await survey(after));

  test("MW507 12/20 and 05/22: the date of the print twice, and two amounts", async () => {
    const { words, fields, changedLines } = await changed("us/MD/mw507-2021.pdf", "us/MD/mw507-2022.pdf");
    expect(words.map(({ removed, added }) => [removed, added])).toEqual([
      ["12/20", "05/22"],
      ["12/20", "05/22"],
      ["$1,550", "$1,600"],
      ["$2,300.", "$2,400"],
    ]);
    expect([fields, changedLines]).toEqual([[], 4]);
  });

  test("W-4 2025 and 2026: what is new on page 1 is listed, and nothing is that stayed", async () => {
    const { words, fields } = await changed("us/federal/fw4-2025.pdf", "us/federal/fw4-2026.pdf");
    const added = words.map((one) => one.added).join(" | ");
    for (const news of [
      "Caution: To claim certain credits",
      "3(a)",
      "Exempt from withholding I claim exemption",
      "$2,200",
      "Step 2(b)",
    ])
      expect(added).toContain(news);
    expect(fields.filter(({ kind }) => kind === "removed")).toEqual([]);
    const name = (field: string): string => `topmostSubform[0].${field}`;
    expect(fields).toContainEqual(expect.objectContaining({ kind: "added", name: name("Page1[0].c1_3[0]") }));
    expect(fields).toContainEqual(
      expect.objectContaining({
        kind: "renamed",
        name: name("Page1[0].f1_09[0]"),
        to: name("Page1[0].f1_08[0]"),
      }),
    );
    // Personal information did not change.
    expect(fields.filter((one) => one.name.includes("Step1a"))).toEqual([]);
  });

  // Another program reads the words of both files. Every word that one of them has more often is in the list, as often.
  test.each([
    ["us/federal/fw4-2021.pdf", "us/federal/fw4-2022.pdf"],
    ["us/federal/fw4-2022.pdf", "us/federal/fw4-2023.pdf"],
    ["us/federal/fw4-2023.pdf", "us/federal/fw4-2025.pdf"],
    ["us/federal/fw4-2025.pdf", "us/federal/fw4-2026.pdf"],
    ["us/federal/fw4p-2025.pdf", "us/federal/fw4p-2026.pdf"],
    ["us/federal/fw4sp-2025.pdf", "us/federal/fw4sp-2026.pdf"],
    ["us/MD/mw507-2021.pdf", "us/MD/mw507-2022.pdf"],
  ])("%s and %s: no word is missed", async (before, after) => {
    const { words } = await changed(before, after);
    const listed = difference(
      words.map(({ removed }) => removed).join(" "),
      words.map(({ added }) => added).join(" "),
    );
    expect(listed.size).toBeGreaterThan(1);
    expect(listed).toEqual(difference(wholeText(before), wholeText(after)));
  });
});

function wholeText(name: string): string {
  return popplerText(officialBytes(name)).replace(/(\p{Ll})-\s*\n\s*(\p{Ll})/gu, "$1$2");
}

/** How much more often each word is in the second text, without punctuation around it. */
function difference(before: string, after: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [text, step] of [
    [before, -1],
    [after, 1],
  ] as const)
    for (const word of text
      .normalize("NFKC")
      .replace(/[\u2018\u2019]/g, "'")
      .split(/\s+/)) {
      const bare = word.replace(/^[^\p{L}\p{N}$%]+|[^\p{L}\p{N}%]+$/gu, "");
      if (bare !== "") counts.set(bare, (counts.get(bare) ?? 0) + step);
    }
  return new Map([...counts].filter(([, count]) => count !== 0).sort());
}
