import { expect, test } from "vitest";
import { holdPart } from "./hold-part.js";

test.each([
  ["the first refusal of a known client", { known: true, before: 0, held: 0 }, 0.125],
  ["its second", { known: true, before: 1, held: 0 }, 0.25],
  ["its fourth", { known: true, before: 3, held: 0 }, 1],
  ["its tenth", { known: true, before: 9, held: 0 }, 1],
  ["its first while 250 others are held back", { known: true, before: 0, held: 250 }, 0.5],
  ["its first while 500 others are", { known: true, before: 0, held: 500 }, 1],
  ["its first while 900 others are", { known: true, before: 0, held: 900 }, 1],
  ["the first refusal of a stranger", { known: false, before: 0, held: 0 }, 0.5],
  ["a stranger's second", { known: false, before: 1, held: 0 }, 1],
  ["a stranger's first while 400 others are held back", { known: false, before: 0, held: 400 }, 0.8],
])("%s is held back for its part of the longest time", (_, refusal, part) => {
  expect(holdPart(refusal)).toBe(part);
});
