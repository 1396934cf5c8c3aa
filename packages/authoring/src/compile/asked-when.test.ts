import { parseExpression, publishCalculation } from "@withholding-forms/interview";
import { describe, expect, it } from "vitest";
import type { QuestionSource, SetSource } from "../schema/questions.js";
import { namedIn } from "./asked-when.js";

type Next = NonNullable<SetSource["next"]>;

function set(questions: Record<string, QuestionSource>, next?: Next): SetSource {
  return { title: "", questions, ...(next === undefined ? {} : { next }) };
}

const question = (when?: string): QuestionSource => ({
  ask: "?",
  ...(when === undefined ? {} : { when }),
});
const calculated: QuestionSource = { ask: "?", calculate: "1", when: "a" };

function formula(sets: Record<string, SetSource>, setId: string, value: string): string {
  const named = namedIn(sets, () => "number")(setId);
  const names = { table: () => undefined, list: () => undefined };
  return publishCalculation({ value: parseExpression(value), type: "number" }, named, names).formula;
}

describe("namedIn", () => {
  it("uses the condition of a question of the set or of an earlier one", () => {
    const sets = { QS1: set({ a: question() }, "QS2"), QS2: set({ b: question("a > 1") }) };
    expect(formula(sets, "QS2", "a + b")).toBe("a > 1 ? a + b : a");
  });

  it("leaves out sets that do not come before", () => {
    const sets = { QS1: set({ a: question() }, "QS2"), QS2: set({ a: question("b > 1") }) };
    expect(formula(sets, "QS1", "a")).toBe("a");
  });

  it("needs no condition of a calculated question, whose formula has it", () => {
    expect(formula({ QS1: set({ a: question(), c: calculated }) }, "QS1", "c")).toBe("c");
  });

  it("asks which path was taken where sets ask a question under different conditions", () => {
    const sets = {
      QS1: set({ kind: question() }, { by: "kind", A: "QS2", otherwise: "QS3" }),
      QS2: set({ x: question("y > 1") }, "QS4"),
      QS3: set({ x: question() }, "QS4"),
      QS4: set({}),
    };
    expect(formula(sets, "QS4", "x")).toBe(
      '((kind == "A" ? y > 1 : false) ? true : kind == "A" ? false : true) ? x : 0',
    );
    expect(formula(sets, "QS2", "x")).toBe("y > 1 ? x : 0");
    expect(formula(sets, "QS3", "x")).toBe("x");
  });
});
