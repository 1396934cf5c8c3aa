import { startService } from "@withholding-forms/testing/client/service";
import { john } from "@withholding-forms/testing/people/client";
import { describe, expect, it } from "vitest";
import { allQuestionSets, createClient, migrateAnswers, type QuestionSet } from "./index.js";
import { by, calculated, choice, end, number, set, to } from "./test/sets.js";

const before: readonly QuestionSet[] = [
  set("QS1", [choice("status", ["single", "married"])], by("status", { single: "QS2", married: "QS3" })),
  set("QS2", [number("children"), number("allowance"), number("gone")], to("QS3")),
  set("QS3", [number("extra", { required: { whenRequired: "NEVER" } })], end()),
];
const after: readonly QuestionSet[] = [
  set("QS1", [choice("status", ["single", "joint"])], by("status", { single: "QS2", joint: "QS3" })),
  set(
    "QS2",
    [
      number("children", { checks: [{ formula: "children <= 10", message: "At most ten." }] }),
      calculated("allowance", "children * 2"),
      number("students"),
    ],
    to("QS3"),
  ),
  set("QS3", [number("extra", { required: { whenRequired: "NEVER" } })], end()),
];
const outcomes = (answers: Parameters<typeof migrateAnswers>[0]): Record<string, string> =>
  Object.fromEntries(
    migrateAnswers(answers, before, after).answers.map(({ questionId, outcome }) => [questionId, outcome]),
  );

describe("migrateAnswers", () => {
  it("reports whether each stored answer is valid, and what is missing", () => {
    const stored = { status: "single", children: "2", allowance: 4, gone: 1, extra: 5 };
    const migration = migrateAnswers(stored, before, after);
    expect(outcomes(stored)).toEqual({
      status: "HOLDS",
      children: "HOLDS",
      allowance: "CALCULATED",
      gone: "REMOVED",
      extra: "HOLDS",
    });
    expect(migration.missing).toEqual([
      { questionId: "students", code: "REQUIRED", message: "wrong students" },
    ]);
    expect(migration.holding).toEqual({ status: "single", children: "2", extra: 5 });
    expect(migration.end).toBe("STOPPED");
    expect(migration.answers.find(({ questionId }) => questionId === "children")?.changed).toEqual([
      "checks",
    ]);
  });

  it("is complete if nothing has to be asked again", () => {
    const migration = migrateAnswers({ status: "single", children: 0, students: 0 }, before, after);
    expect(migration).toMatchObject({ end: "COMPLETE", missing: [] });
  });

  it("says why an answer is rejected", () => {
    const { answers } = migrateAnswers({ status: "single", children: 11, students: 0 }, before, after);
    expect(answers[1]).toEqual({
      questionId: "children",
      outcome: "REFUSED",
      problem: { questionId: "children", code: "CHECK", message: "At most ten." },
      changed: ["checks"],
    });
  });

  it("leaves open what comes after a rejected answer, and rejects malformed answers there", () => {
    expect(outcomes({ status: "married", extra: "5", children: "lots" })).toEqual({
      status: "REFUSED",
      extra: "UNREACHED",
      children: "REFUSED",
    });
  });

  it("reports answers that the path no longer asks for", () => {
    expect(outcomes({ status: "joint", children: 2 })).toEqual({ status: "HOLDS", children: "UNASKED" });
  });

  it("does not count what was never answered", () => {
    expect(outcomes({ status: "joint", extra: "", children: null })).toEqual({ status: "HOLDS" });
  });

  it("gives the service answers that it accepts", async () => {
    const service = await startService();
    const client = createClient({ baseUrl: service.baseUrl, apiKey: service.apiKey });
    const sets = (formVersion: string) => allQuestionSets(client, { formId: "W4101", formVersion });
    const [old, now] = await Promise.all([sets("2024.12.0"), sets("2025.12.0")]);
    const stored = {
      isNra: "false",
      isExempt: "false",
      filingStatus: "HEAD_OF_HOUSEHOLD",
      multipleJobsOption: "NONE",
      incomeWithinCreditLimit: "true",
      qualifyingChildren: "2",
      otherAdjustmentsSurvey: "false",
      useDeductionsWorksheet: "false",
      deductionsWorksheet2025Line1: "40000",
    };
    const { holding, end, answers } = migrateAnswers(stored, old, now);
    expect(end).toBe("COMPLETE");
    expect(answers.filter(({ outcome }) => outcome !== "HOLDS")).toEqual([
      { questionId: "deductionsWorksheet2025Line1", outcome: "REMOVED", changed: [] },
    ]);
    const filled = await client.fillPdf({
      formId: "W4101",
      formVersion: "2025.12.0",
      employee: john.employee,
      employer: john.employer ?? null,
      fields: holding,
    });
    // 2 children at the new amount of 2200.
    expect(filled.taxParameters.find(({ id }) => id === "FED.dependentsAmt")?.value).toBe("4400.00");
  });
});
