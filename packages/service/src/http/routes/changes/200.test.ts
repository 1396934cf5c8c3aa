import type { ChangesResponse } from "@withholding-forms/contract";
import { smallCatalog } from "@withholding-forms/testing/catalog/small-catalog";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const { call, setTime } = await startTestServer({ options: { catalog: await smallCatalog() } });

async function changes(day: string, since: string): Promise<ChangesResponse["changes"]> {
  setTime(new Date(`${day}T12:00:00Z`));
  const response = await call({ url: `/v1/changes?since=${since}` });
  expect(response.statusCode).toBe(200);
  const body = response.json<ChangesResponse>();
  expect(body.since).toBe(since);
  return body.changes;
}

const form = { formId: "TS101", name: "T-1", formLocality: "TS" };
const added = { ...form, change: "ADDED", date: "2026-01-01", formVersion: "2026.1.0" };
const deprecated = {
  ...form,
  change: "DEPRECATED",
  date: "2026-01-01",
  formVersion: "2025.1.0",
  lastDate: "2026-06-30",
  replacedBy: "2026.1.0",
};

test("a version that took effect is added, and the one before is deprecated, from that very day", async () => {
  const of = async (since: string) =>
    (await changes("2026-03-01", since)).filter(({ formId }) => formId === "TS101");
  expect(await of("2026-01-01")).toEqual([added, deprecated]);
  expect(await of("2026-01-02")).toEqual([]);
});

test("a version that takes effect later is scheduled, whatever the date asked for before it", async () => {
  const scheduled = { ...added, change: "SCHEDULED" };
  for (const since of ["2025-06-01", "2025-12-31", "2026-01-01"])
    expect(await changes("2025-06-01", since)).toContainEqual(scheduled);
  expect(await changes("2025-06-01", "2026-01-02")).not.toContainEqual(scheduled);
});

test("a version is retired on the day after its last one", async () => {
  const retired = { ...form, change: "RETIRED", date: "2026-07-01", formVersion: "2025.1.0" };
  expect(await changes("2026-06-30", "2026-01-01")).not.toContainEqual(retired);
  expect(await changes("2026-07-01", "2026-07-01")).toContainEqual(retired);
});

test("changes are sorted by date, and all of them are there for an early date", async () => {
  const all = await changes("2026-11-16", "0001-01-01");
  expect(all.map(({ date, change, formId, formVersion }) => [date, change, formId, formVersion])).toEqual([
    ["2025-01-01", "ADDED", "TS101", "2025.1.0"],
    ["2026-01-01", "ADDED", "TS101", "2026.1.0"],
    ["2026-01-01", "DEPRECATED", "TS101", "2025.1.0"],
    ["2026-01-01", "ADDED", "TS102", "2026.1.0"],
    ["2026-01-01", "ADDED", "TS201", "2026.1.0"],
    ["2026-07-01", "RETIRED", "TS101", "2025.1.0"],
  ]);
});
