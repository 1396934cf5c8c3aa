import { expect, test } from "vitest";
import { type Result, summaryOf } from "./summary.js";

const passed: Result = { file: "a.test.ts", state: "passed" };

test("the last line counts what passed and what failed", () => {
  const { lines, failed } = summaryOf([passed, passed, { ...passed, state: "failed" }], 0);
  expect(lines).toEqual(["2 passed, 1 failed"]);
  expect(failed).toBe(true);
});

test("an error outside of any test is a failure", () => {
  expect(summaryOf([passed], 1)).toEqual({ lines: ["1 passed, 1 failed"], failed: true });
});

test("tests that could not run are counted by reason, which one of a file gives for all", () => {
  const results: Result[] = [
    passed,
    { file: "b.test.ts", state: "skipped", note: "no agency files" },
    { file: "b.test.ts", state: "skipped" },
    { file: "c.test.ts", state: "skipped", note: "no agency files" },
  ];
  expect(summaryOf(results, 0)).toEqual({
    lines: ["3 could not run: no agency files (b.test.ts, c.test.ts)", "1 passed, 0 failed"],
    failed: false,
  });
});

test("a test that did not run without a reason fails the run", () => {
  expect(summaryOf([passed, { file: "b.test.ts", state: "pending" }], 0)).toEqual({
    lines: ["1 could not run: no reason given (b.test.ts)", "1 passed, 1 failed"],
    failed: true,
  });
});
