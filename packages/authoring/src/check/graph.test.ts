import type { NavigationMapping, QuestionSet } from "@withholding-forms/interview";
import { describe, expect, it } from "vitest";
import { edgesOf, explore, formPathsOf, type Sets } from "./graph.js";

const to = (next: string): NavigationMapping =>
  next === "end"
    ? { hasMoreQuestions: false, perjuryStatement: "I swear." }
    : { hasMoreQuestions: next !== "INELIGIBLE", nextQuestionSetId: next };

/** A set that always leads to one place, or by the answers to a question. */
const set = (
  id: string,
  next: string | { readonly by: string; readonly [answer: string]: string },
): QuestionSet => {
  if (typeof next === "string")
    return {
      id,
      questions: [],
      breadcrumbTitle: id,
      navigation: { navigationType: "CONSTANT", navigationMapping: to(next) },
    };
  const { by, ...leads } = next;
  return {
    id,
    questions: [],
    breadcrumbTitle: id,
    navigation: {
      navigationType: "VARIABLE",
      questionId: by,
      navigationMappings: Object.fromEntries(Object.entries(leads).map(([answer, one]) => [answer, to(one)])),
    },
  };
};
const sets = (...all: readonly QuestionSet[]): Sets => new Map(all.map((one) => [one.id, one]));

const form = sets(
  set("QS1", { by: "a", X: "QS2", Y: "QS3", Z: "INELIGIBLE" }),
  set("QS2", { by: "b", yes: "QS3", no: "end" }),
  set("QS3", { by: "a", X: "end", Y: "QS4", Z: "end" }),
  set("QS4", "end"),
);

describe("explore", () => {
  it("finds the sets that some answer leads to", () => {
    const { reached, loop } = explore(sets(set("QS1", "QS3"), set("QS2", "QS3"), set("QS3", "end")), "QS1");
    expect([...reached]).toEqual(["QS1", "QS3"]);
    expect(loop).toBeUndefined();
  });

  it("finds a set that a path comes back to, however many paths there are", () => {
    const ladder = Array.from({ length: 40 }, (_, index) =>
      set(`QS${index + 1}`, { by: `q${index}`, yes: `QS${index + 2}`, no: `QS${index + 2}` }),
    );
    expect(explore(sets(...ladder, set("QS41", "end")), "QS1").loop).toBeUndefined();
    expect(explore(sets(...ladder, set("QS41", "QS7")), "QS1").loop).toBe("QS7");
  });

  it("does not report two paths to one set as a cycle", () => {
    expect(explore(form, "QS1").loop).toBeUndefined();
  });
});

describe("formPathsOf", () => {
  it("lists each combination of deciding answers; a question that decides twice has one answer", () => {
    expect(formPathsOf(form, "QS1").map(({ sets: path, choices }) => [path.join(" "), choices])).toEqual([
      ["QS1 QS2 QS3", { a: "X", b: "yes" }],
      ["QS1 QS2", { a: "X", b: "no" }],
      ["QS1 QS3 QS4", { a: "Y" }],
      ["QS1", { a: "Z" }],
    ]);
  });

  it("leaves out paths with a cycle or without an end", () => {
    expect(formPathsOf(sets(set("QS1", { by: "a", X: "QS1", Y: "QS9", Z: "end" })), "QS1")).toHaveLength(1);
    expect(formPathsOf(sets(), "QS1")).toEqual([]);
  });

  it("samples beyond its limit, the same every time, with a path through each edge", () => {
    const ladder = sets(
      ...Array.from({ length: 30 }, (_, index) =>
        set(`QS${index + 1}`, {
          by: `q${index}`,
          yes: `QS${index + 2}`,
          no: `QS${index + 2}`,
          stop: "INELIGIBLE",
        }),
      ),
      set("QS31", "end"),
    );
    const formPaths = formPathsOf(ladder, "QS1", 200);
    expect(formPaths.length).toBeGreaterThan(90);
    expect(formPaths.length).toBeLessThanOrEqual(200);
    expect(formPathsOf(ladder, "QS1", 200)).toEqual(formPaths);
    expect(new Set(formPaths.map((formPath) => JSON.stringify(formPath))).size).toBe(formPaths.length);
    for (const one of ladder.values()) {
      for (const { from, by, answer } of edgesOf(one))
        expect(
          formPaths.some(
            (formPath) =>
              formPath.sets.includes(from) && (by === undefined || formPath.choices[by] === answer),
          ),
        ).toBe(true);
    }
  });
});
