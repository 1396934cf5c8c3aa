import type { Question } from "@withholding-forms/interview";
import { expect, it } from "vitest";
import { undecidedBy } from "./undecided.js";

/** What the calculation, as published, lacks if `b` is asked only under `when`. */
function lacks(formula: string, when?: string): string | undefined {
  const yesNo = { text: "", htmlType: "RADIO", isCalculated: false } as unknown as Question;
  const a: Question = { ...yesNo, id: "a", required: { whenRequired: "ALWAYS" } };
  const b: Question = {
    ...yesNo,
    id: "b",
    required: when === undefined ? a.required : { whenRequired: "DEPENDENT", when },
  };
  const result = { ...yesNo, id: "result", calculation: { formula, scale: 0 } } as Question;
  return undecidedBy(
    result,
    new Map([
      ["a", a],
      ["b", b],
    ]),
  );
}

it("needs the answer of its last operand", () => {
  expect(lacks("a ? true : b")).toBeUndefined();
  expect(lacks("a ? true : b", 'status == "MARRIED"')).toBe("b");
  expect(lacks("b ? true : a", 'status == "MARRIED"')).toBeUndefined();
  expect(lacks("a ? true : (b ? true : false)", 'status == "MARRIED"')).toBeUndefined();
  expect(lacks("a ? true : c")).toBe("c");
});

it("knows that an answer is asked exactly where it decides", () => {
  expect(lacks("a ? b : false", "a")).toBeUndefined();
  expect(lacks("a ? true : b", "a")).toBe("b");
  expect(lacks("a ? true : b", "a ? false : true")).toBeUndefined();
  expect(lacks('(a ? status == "MARRIED" : false) ? b : false', 'status == "MARRIED"')).toBeUndefined();
  expect(lacks('(status == "OH" ? false : true) ? true : b', 'status == "OH"')).toBeUndefined();
  expect(lacks('(status == "OH" ? false : true) ? true : b', 'status == "VA"')).toBe("b");
});
