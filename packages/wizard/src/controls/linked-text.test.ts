import type { TemplateResult } from "lit";
import { expect, test } from "vitest";
import { linkedText } from "./linked-text.js";
import { markedText } from "./marked-text.js";
import { optionLabel } from "./option-label.js";

/** A template as its text, with what it fills in. */
const flat = (parts: readonly (string | TemplateResult)[]): readonly unknown[] =>
  parts.map((part) => (typeof part === "string" ? part : part.values));

test("web addresses in a sentence are links, without the punctuation around them", () => {
  expect(flat(linkedText("Go to www.irs.gov/W4App. (See https://www.ssa.gov/a?b=1, too.)"))).toEqual([
    "Go to ",
    ["https://www.irs.gov/W4App", "www.irs.gov/W4App"],
    ". (See ",
    ["https://www.ssa.gov/a?b=1", "https://www.ssa.gov/a?b=1"],
    ", too.)",
  ]);
  expect(linkedText("No address, 1.5% or e.g. this.")).toEqual(["No address, 1.5% or e.g. this."]);
});

test("no address can run a script", () => {
  expect(linkedText("javascript:alert(1) http://example.com")).toEqual([
    "javascript:alert(1) http://example.com",
  ]);
});

test("words in another language are marked wherever they are", () => {
  expect(flat(markedText("Dice «Applied for» aquí.", "Applied for", "en"))).toEqual([
    "Dice «",
    ["en", "Applied for"],
    "» aquí.",
  ]);
});

test.each([
  ["use this option; or", "use this option", "or"],
  ["use esta opción; o", "use esta opción", "o"],
  ["Single; head of household", "Single; head of household", undefined],
  ["more; or less", "more; or less", undefined],
  ["; or", "; or", undefined],
])("the label %j is %j, then %j", (label, text, joint) => {
  expect(optionLabel(label)).toEqual(joint === undefined ? { text } : { text, joint });
});
