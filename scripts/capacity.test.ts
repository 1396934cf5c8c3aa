import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { assumptions, exampleTable, plan, readTable } from "./capacity.mjs";

const guide = readFileSync(new URL("../docs/operating.md", import.meta.url), "utf8");
const cost = readTable(guide, "CPU time per request");

test("instances follow from people, requests and what each costs", () => {
  // 3,600,000 x 0.1 x 0.1 = 36,000 people in the hour, 10 a second on average, 20 in the busiest minute. Each: one
  // guided flow, 2 x 5 pages, 2 x 1 previews and 2 signatures are 15 requests, which cost 100 + 10 x 50 + 2 x 500 +
  // 2 x 200 = 2000 µs. 20 x 2000 µs keep 0.04 cores busy.
  const given = {
    ...{ employees: 3_600_000, busiestDay: 0.1, busiestHour: 0.1, burst: 2, forms: 2, pages: 5 },
    ...{ previews: 1, repeats: 1, use: 0.5, cores: 1, spare: 1 },
  };
  const costs = { "guided-flows": 100, flowQuestionSet: 50, "fillPdf PREVIEW": 500, "fillPdf SIGN": 200 };
  expect(plan(given, costs)).toEqual({
    people: 36_000,
    requestsEach: 15,
    requestsASecond: 300,
    signaturesASecond: 40,
    coresBusy: expect.closeTo(0.04, 10),
    instances: 3,
  });
  // A hundred times as many keep 4 cores busy: 8 instances of one core, used by half, and one to spare.
  expect(plan({ ...given, employees: 360_000_000 }, costs)).toMatchObject({ instances: 9 });
});

test("the guide's assumptions are those of the model", () => {
  expect(readTable(guide, "Assumptions")).toEqual(assumptions);
});

test("the guide has a cost for every kind of request that is measured", () => {
  expect(Object.keys(cost)).toEqual([
    "forms",
    "guided-flows",
    "flowQuestionSet",
    "formQuestionSet",
    "fillPdf PREVIEW",
    "fillPdf SIGN",
    "fillPdf SIGN_EXTERNALLY",
  ]);
  for (const microseconds of Object.values(cost)) expect(microseconds).toBeGreaterThan(0);
});

test("the guide's table of instances is the one that its figures give", () => {
  expect(guide).toContain(`\n${exampleTable(cost)}\n`);
});

test("the command accepts other assumptions and rejects what is not a number", () => {
  const run = (...given: string[]) =>
    execFileSync(process.execPath, [fileURLToPath(new URL("capacity.mjs", import.meta.url)), ...given], {
      encoding: "utf8",
      stdio: "pipe",
    });
  expect(run("--employees", "5000000")).toMatch(/people\s*│ 100000 /);
  // 1.1 + 2 x 9 x 1.1 + 2 x 1.5 x 1.1 + 2, which floating point makes 26.200000000000003.
  expect(run("--pages", "9")).toMatch(/requestsEach\s*│ 26\.2 /);
  expect(run()).not.toMatch(/\.[0-9]{3}/);
  expect(() => run("--employees", "many")).toThrow(/--employees must be a number above 0/);
});
