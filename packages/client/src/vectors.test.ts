import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { readValues } from "./calculate.js";
import type { Answers, Question, QuestionSet } from "./types.js";

const zero = { toFixed: (scale: number) => (0).toFixed(scale) };

/** The test vectors of docs/evaluating.md, which the package ships. Their values were written by hand. */
interface Vector {
  readonly about: string;
  readonly questions: readonly Pick<Question, "id" | "valueType" | "calculation">[];
  readonly answers: Answers;
  readonly values: Readonly<Record<string, string | boolean>>;
}

const file = await readFile(new URL("../vectors/evaluating.json", import.meta.url), "utf8");
const { vectors } = JSON.parse(file) as { readonly vectors: readonly Vector[] };

describe("the test vectors", () => {
  it("are at least 40, each with its own text", () => {
    expect(vectors.length).toBeGreaterThanOrEqual(40);
    expect(new Set(vectors.map(({ about }) => about)).size).toBe(vectors.length);
  });

  it.each(vectors)("$about", ({ questions, answers, values }) => {
    const found = readValues([setOf(questions)], answers);
    const calculated = questions.flatMap(({ id, valueType, calculation }) => {
      if (calculation === undefined) return [];
      // A line whose result is a missing answer stays empty on the page. As a value, it is what its type has for nothing.
      const value = found.get(id) ?? (valueType === "number" ? zero : valueType === "boolean" ? false : "");
      return [
        [id, typeof value === "object" && "toFixed" in value ? value.toFixed(calculation.scale) : value],
      ];
    });
    expect(Object.fromEntries(calculated)).toEqual(values);
  });
});

function setOf(questions: Vector["questions"]): QuestionSet {
  return {
    id: "QS1",
    breadcrumbTitle: "",
    navigation: { navigationType: "CONSTANT", navigationMapping: { hasMoreQuestions: false } },
    questions: questions.map((question) => ({
      questionText: question.id,
      htmlType: "INPUT",
      required: { whenRequired: "NEVER" },
      isCalculated: question.calculation !== undefined,
      ...question,
    })),
  };
}
