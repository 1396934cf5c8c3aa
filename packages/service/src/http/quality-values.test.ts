import { expect, test } from "vitest";
import { readWeighted } from "./quality-values.js";

test.each([
  ["fr", [["fr", 1]]],
  [
    "FR-ca;q=0.5, *",
    [
      ["fr-ca", 0.5],
      ["*", 1],
    ],
  ],
  // Spaces around the semicolon are allowed, and common.
  ["text/html ; charset=utf-8; Q=0.25", [["text/html", 0.25]]],
  ["es; q = 0.7", [["es", 0.7]]],
  [
    "a;q=0.12345,b;q=1.000,c;q=0",
    [
      ["a", 0.12345],
      ["b", 1],
      ["c", 0],
    ],
  ],
  [
    "a;q=2,b;q=-1,c;q=abc,d;q=,e;q=1.1",
    [
      ["a", 0],
      ["b", 0],
      ["c", 0],
      ["d", 0],
      ["e", 0],
    ],
  ],
])("%j is read with its weights", (header, elements) => {
  expect(readWeighted(header).map(({ value, quality }) => [value, quality])).toEqual(elements);
});

test("only the start of an endless header is read", () => {
  expect(readWeighted("a,".repeat(100_000))).toHaveLength(32);
});
