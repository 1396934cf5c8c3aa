import { baseRoot } from "@withholding-forms/testing/catalog/catalog";
import { expect, it } from "vitest";
import { compileContent } from "../compile/compile.js";
import { contentReport } from "./report.js";

const compiled = compileContent(baseRoot, () => {});
if (compiled === undefined) throw new Error("the content cannot be read");

const rows = (text: string): string[][] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

it("lists the contents of every version, and why a place has none", () => {
  const [header, , ...others] = rows(contentReport(compiled));
  expect(header).toEqual([
    "place",
    "form",
    "version",
    "from",
    "until",
    "prints",
    "sets",
    "questions",
    "paths",
    "cases",
    "languages",
    "face",
    "rules",
    "doubts",
  ]);
  expect(others).toEqual([
    ["NW", "(not covered)", "", "", "", "", "", "", "", "", "", "", "", ""],
    ["OL", "(no wage tax)", "", "", "", "", "", "", "", "", "", "", "", ""],
    [
      "TS",
      "TS101",
      "2025.1.0",
      "2025-01-01",
      "2026-06-30",
      "en",
      "3",
      "5",
      "3",
      "2",
      "en es fr",
      "AGENCY_TEXT",
      "AGENCY_TEXT",
      "0",
    ],
    [
      "TS",
      "TS101",
      "2026.1.0",
      "2026-01-01",
      "",
      "en",
      "3",
      "5",
      "3",
      "1",
      "en es fr",
      "AGENCY_TEXT",
      "AGENCY_TEXT",
      "0",
    ],
    [
      "TS",
      "TS102",
      "2026.1.0",
      "2026-01-01",
      "",
      "en",
      "2",
      "7",
      "4",
      "2",
      "en es fr",
      "AGENCY_TEXT",
      "AGENCY_TEXT",
      "0",
    ],
    [
      "TS",
      "TS201",
      "2026.1.0",
      "2026-01-01",
      "",
      "en",
      "1",
      "1",
      "2",
      "2",
      "en es fr",
      "AGENCY_TEXT",
      "AGENCY_TEXT",
      "0",
    ],
    ["TX", "(no wage tax)", "", "", "", "", "", "", "", "", "", "", "", ""],
  ]);
});

it("sums up, and says that nothing is in doubt where nothing is", () => {
  const text = contentReport(compiled);
  expect(text).toContain(
    "4 form versions of 3 forms in 1 of 4 jurisdictions; 9 flows lead to 3 forms; 12 paths; 7 cases.",
  );
  expect(text).toContain("12 situations; pending until a place has forms: NW 2.");
  expect(text).toContain("No open doubts.");
});

it("names what is in doubt and which language is not complete", () => {
  const { jurisdictions } = compiled.content;
  const place = jurisdictions.find(({ code }) => code === "TS");
  if (place === undefined) throw new Error("no place");
  const doubting = { ...place.source, data: { ...place.source.data, doubts: ["Whether it is true."] } };
  const folder = "us/TS/TS102/2026.1.0";
  const text = contentReport({
    ...compiled,
    content: {
      ...compiled.content,
      jurisdictions: jurisdictions.map((one) => (one === place ? { ...one, source: doubting } : one)),
    },
    ledger: {
      used: new Set(),
      missing: [{ folder: "us/TS", usedIn: folder, language: "es", sentence: "Name" }],
    },
  });
  expect(text).toContain("1 open doubts:\n\n- TS: Whether it is true.");
  expect(rows(text).map((row) => row[10])).toEqual([
    "languages",
    expect.stringMatching(/^-+$/),
    "",
    "",
    "en es fr",
    "en es fr",
    "en fr",
    "en es fr",
    "",
  ]);
});
