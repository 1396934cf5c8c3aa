import { smallBlank } from "@withholding-forms/testing/pdf/blank";
import { faults } from "@withholding-forms/testing/pdf/checks";
import { placedTexts } from "@withholding-forms/testing/pdf/pdfjs";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { compileTemplate } from "../compile/compile.js";
import type { Template } from "../template.js";
import { fill } from "./fill.js";

let template: Template;
beforeAll(async () => {
  template = await compileTemplate(await smallBlank());
});

const invisible = [
  "\u3164",
  "\u115f",
  "\u1160",
  "\uffa0",
  "\u034f",
  "\ufe0f",
  "\u17b4",
  "\u200b",
  "\u00ad",
  "\u{e0100}",
];

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.string({
    unit: fc.integer({ min: 0x20, max: 0x24f }).map((code) => String.fromCharCode(code)),
    maxLength: 40,
  }),
  fc.string({
    unit: fc.constantFrom("A", "ñ", "Ł", "e\u0301", " ", "\u00a0", ...invisible),
    maxLength: 12,
  }),
  fc.string({
    unit: fc.constantFrom("(", ")", "\\", "<", ">", "\n", "\r", "é", "Ł", "́", " ", "%"),
    maxLength: 40,
  }),
);

test("any text is either printed and read back, or rejected with a reason; the file is valid", async () => {
  await fc.assert(
    fc.asyncProperty(text, text, async (left, lines) => {
      const result = fill(template, { values: { left, lines }, mode: "SIGN" });
      if ("problems" in result) {
        for (const problem of result.problems) {
          if (problem.code === "CHARACTER")
            expect(`${left}${lines}`.normalize("NFC")).toContain(problem.character);
          else expect(problem.limit).toBeGreaterThan(0);
        }
        return;
      }
      expect(faults(result.pdf)).toBe("");
      const read = squeezed((await placedTexts(result.pdf)).map((placed) => placed.text).join(""));
      // What was accepted is what is printed: nothing was dropped. White space prints as white space.
      expect(read).toContain(squeezed(left));
      expect(read).toContain(squeezed(lines));
    }),
    { numRuns: 300, seed: 2026 },
  );
});

function squeezed(value: string): string {
  return value.normalize("NFKD").replace(/[\s\u0085]+/g, "");
}
