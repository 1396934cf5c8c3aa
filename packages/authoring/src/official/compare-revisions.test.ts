import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { digest } from "@withholding-forms/catalog/agency/store";
import { smallForm } from "@withholding-forms/testing/pdf/small-form";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compileContent } from "../compile/compile.js";
import { compareRevisions, comparisonPage, draftVersion } from "./compare-revisions.js";

// The checker's content, whose T-1 is bound to a small file of our own that stands in for the agency's.

const root = mkdtempSync(join(tmpdir(), "compare-revisions-"));
afterAll(() => rmSync(root, { recursive: true }));
const text = (path: string): string => readFileSync(join(root, path), "utf8");

const name = { text: "Print your full name", field: "page1.name" };
const oath = { text: "I swear that what I say is true." };
let before: Uint8Array;
let after: Uint8Array;

beforeAll(async () => {
  cpSync(fileURLToPath(new URL("../check/test/base", import.meta.url)), root, { recursive: true });
  before = await smallForm([
    name,
    { text: "2 Multiply the number of children by the allowance of $600 here", field: "page1.allowance" },
    oath,
  ]);
  after = await smallForm([
    name,
    { text: "2 Multiply the number of children by the allowance of $650 here", field: "page1.allowance2" },
    { text: "I swear that all I say is true." },
    { text: "3 R&D credit", field: "page1.interest" },
  ]);
  const official = join(root, "us/TS/TS101/2026.1.0/official.yaml");
  writeFileSync(
    official,
    readFileSync(official, "utf8").replace(/^sha256: .*$/m, `sha256: "${digest(before)}"`),
  );
});

const compare = (): ReturnType<typeof compareRevisions> => compareRevisions(before, after);

/** A draft of the version after the one that the old file is bound to. */
function draft(doubtful: boolean): string[] {
  const forms = compileContent(root, () => {})?.forms ?? [];
  const parts = forms.find(({ form }) => form.id === "TS101" && form.version === "2026.1.0");
  const figures = [{ name: "allowance", amount: "$600", now: ["$650"], doubtful }];
  return draftVersion(root, parts!, "2027.1.0", figures, "2026-11-16");
}

test("what changed is listed", async () => {
  const { text: report } = await compare();
  expect(report.split("\n")).toEqual([
    "3 of 4 lines changed; 3 passages, 2 fields.",
    "page 1: of children by the allowance of [-$600-] {+$650+} here I swear that all I",
    "page 1: of $650 here I swear that [-what-] {+all+} I say is true. 3 R&D",
    "page 1: that all I say is true. [--] {+3 R&D credit+} ",
    expect.stringMatching(/^field renamed: page1\.allowance -> page1\.allowance2, page 1, /),
    expect.stringMatching(/^field added: page1\.interest, page 1, /),
  ]);
});

test("the page for a browser marks what was removed and added, and escapes what a file says", async () => {
  const html = comparisonPage("old.pdf and <new>.pdf", await compare());
  expect(html).toContain("<h1>old.pdf and &lt;new&gt;.pdf</h1>");
  expect(html).toContain("allowance of <del>$600</del> <ins>$650</ins> here");
  expect(html).toContain("<ins>3 R&amp;D credit</ins>");
  expect(html).toContain('<html lang="en">');
  expect(html).not.toMatch(/<script|<link|src=|url\(|<del><\/del>|<ins><\/ins>/);
});

test("a draft extends the version, and has the figures of the next year to confirm", () => {
  const written = draft(false);
  expect([...written].sort()).toEqual([
    "us/TS/TS101/2027.1.0/cases.yaml",
    "us/TS/TS101/2027.1.0/form.yaml",
    "us/TS/figures/2027.yaml",
  ]);
  expect(text("us/TS/TS101/2027.1.0/form.yaml")).toMatch(
    /^extends: 2026\.1\.0$[\s\S]*^year: 2027\nfigures: 2027\n$/m,
  );
  expect(text("us/TS/figures/2027.yaml")).toContain(
    "allowance: { amount: 650, source: Form T-1 (2026) line 2 } # TODO confirm: the new file has $650\n",
  );
  expect(() => draft(false)).toThrow("us/TS/TS101/2027.1.0 is already there");
});

test("a doubtful figure keeps its amount in the draft", () => {
  rmSync(join(root, "us/TS/TS101/2027.1.0"), { recursive: true });
  rmSync(join(root, "us/TS/figures/2027.yaml"));
  draft(true);
  expect(text("us/TS/figures/2027.yaml")).toContain(
    "allowance: { amount: 600, source: Form T-1 (2026) line 2 } # TODO doubtful: the new file perhaps has $650\n",
  );
});
