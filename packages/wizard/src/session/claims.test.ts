import type { QuestionSet } from "@withholding-forms/client";
import { expect, test } from "vitest";
import { claimsNothing } from "./claims.js";

const set = { express: { place: "PAGE", statement: "I claim it", answers: { wants: "false" } } };
const claims = (questions: readonly (readonly [string, string, unknown])[], own: unknown = set) =>
  !claimsNothing(
    own as QuestionSet,
    questions.map(([id, valueType, answer]) => ({ question: { id, valueType }, answer })) as never,
  );

test("an amount is a claim, and none or zero is not", () => {
  expect(claims([["amount", "number", undefined]])).toBe(false);
  expect(claims([["amount", "number", "0"]])).toBe(false);
  expect(claims([["amount", "number", "12.50"]])).toBe(true);
});

test("where amounts are asked, a yes that only leads to them is no claim", () => {
  expect(
    claims([
      ["isWithinLimit", "boolean", "true"],
      ["children", "number", undefined],
    ]),
  ).toBe(false);
});

test("without amounts, an answer other than the one that denies it is a claim", () => {
  expect(claims([["wants", "boolean", "false"]])).toBe(false);
  expect(claims([["wants", "boolean", "true"]])).toBe(true);
  expect(claims([["choice", "text", "BOX"]])).toBe(true);
});

test("other sets are not about claims", () => {
  expect(claims([["amount", "number", undefined]], {})).toBe(true);
});
