import { expect, test } from "vitest";
import { lineNumber } from "./line-number.js";
import { likeness, rarity, tokensOf } from "./tokens.js";

test("wordings of the same thing have words in common", () => {
  expect(tokensOf("Your SSN")).toEqual(tokensOf("Social Security Number"));
  expect(tokensOf("First name and M.I.")).toEqual(["first", "name", "middle", "initia"]);
  expect(tokensOf("txtZipCode")).toEqual(["txt", "zip", "code"]);
  expect(tokensOf("Multiply by $2,200")).toEqual(["multip", "2200"]);
  expect(tokensOf("Número de la exención")).toEqual(["numero", "exenci"]);
});

test("a word that every label has says little about one of them", () => {
  const weight = rarity([
    ["line", "wages"],
    ["line", "tips"],
    ["line", "interest"],
  ]);
  expect(weight("wages")).toBeGreaterThan(weight("line"));
  expect(likeness(["line", "wages"], ["line", "tips"], weight)).toBeLessThan(0.5);
  expect(likeness(["wages"], ["wages"], weight)).toBeCloseTo(1);
  expect(likeness([], ["wages"], weight)).toBe(0);
});

test.each([
  ["3(a)", "3a"],
  ["3a.", "3a"],
  ["(c)", "c"],
  ["Line 12", "12"],
  ["01", "1"],
  ["b.", "b"],
  ["First", undefined],
  ["2026", undefined],
  ["$", undefined],
  ["", undefined],
])("%s is line %s", (text, number) => {
  expect(lineNumber(text)).toBe(number);
});
