import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonText } from "./json-text.js";

test.each([
  "",
  "5200.00",
  'a "quoted" word',
  "C:\\forms",
  "two\nlines",
  "\u0000\u001f \u007f",
  "Québec",
  "👍",
  "\ud83d",
  "\u2028",
])("%j is written as JSON.stringify writes it", (text) => {
  expect(jsonText(text)).toBe(JSON.stringify(text));
});

test("every string is written as JSON.stringify writes it", () => {
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme-ascii" }));
  fc.assert(fc.property(text, (one) => jsonText(one) === JSON.stringify(one)));
});

test.each([
  [5, "5"],
  [null, "null"],
  [undefined, "null"],
  [["5"], '["5"]'],
  [{ length: 1 }, '{"length":1}'],
])("%j is not taken for a string", (value, json) => {
  expect(jsonText(value)).toBe(json);
});
