import { expect, it } from "vitest";
import type { Case } from "../schema/cases.js";
import { casesOf } from "./cases.js";

it("starts a case from another one, which may start from a third", () => {
  const list: Case[] = [
    { case: "first", answers: { a: 1, b: 2 }, today: "2026-01-02", path: ["QS1"] },
    { case: "second", from: "first", answers: { b: 3, c: 4 } },
    { case: "third", from: "second", answers: { a: null }, today: "2026-05-06", problems: { a: "REQUIRED" } },
  ];
  const cases = { file: "cases.yaml", data: { list }, at: () => ({ file: "cases.yaml", line: 1 }) };
  expect(casesOf(cases).map(({ answers, today, path }) => ({ answers, today, path }))).toEqual([
    { answers: { a: 1, b: 2 }, today: "2026-01-02", path: ["QS1"] },
    { answers: { a: 1, b: 3, c: 4 }, today: "2026-01-02", path: undefined },
    { answers: { b: 3, c: 4 }, today: "2026-05-06", path: undefined },
  ]);
});
