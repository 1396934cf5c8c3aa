import type { ChangesResponse } from "@withholding-forms/contract";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { afterEach, expect, test } from "vitest";

const { call, setTime } = await startTestServer();
const now = new Date("2026-11-16T18:30:00Z");
afterEach(() => setTime(now));

async function changes(since: string): Promise<ChangesResponse["changes"]> {
  const response = await call({ url: `/v1/changes?since=${since}` });
  expect(response.statusCode).toBe(200);
  const body = response.json<ChangesResponse>();
  expect(body.since).toBe(since);
  return body.changes;
}

const w4 = { formId: "W4101", name: "W-4", formLocality: "FEDERAL" };

test("a version that took effect is added, and the one before is deprecated, from that very day", async () => {
  const of = async (since: string) => (await changes(since)).filter(({ formId }) => formId === "W4101");
  expect(await of("2026-01-01")).toEqual([
    { ...w4, change: "ADDED", date: "2026-01-01", formVersion: "2025.12.0" },
    {
      ...w4,
      change: "DEPRECATED",
      date: "2026-01-01",
      formVersion: "2024.12.0",
      replacedBy: "2025.12.0",
    },
  ]);
  expect(await of("2026-01-02")).toEqual([]);
});

test("a version that takes effect later is scheduled, whatever the date asked for before it", async () => {
  setTime(new Date("2025-06-01T12:00:00Z"));
  const scheduled = { ...w4, change: "SCHEDULED", date: "2026-01-01", formVersion: "2025.12.0" };
  for (const since of ["2025-06-01", "2025-12-31", "2026-01-01"])
    expect(await changes(since)).toContainEqual(scheduled);
  expect(await changes("2026-01-02")).not.toContainEqual(scheduled);
});

test("a version is retired on the day after its last one", async () => {
  const retired = {
    change: "RETIRED",
    date: "2027-01-01",
    formId: "CA101",
    formVersion: "2025.1.0",
    name: "DE 4",
    formLocality: "CA",
  };
  expect(await changes("2026-01-01")).not.toContainEqual(retired);
  setTime(new Date("2027-01-01T12:00:00Z"));
  expect(await changes("2027-01-01")).toContainEqual(retired);
});

test("changes are sorted by date, and all of them are there for an early date", async () => {
  const all = await changes("0001-01-01");
  const dates = all.map(({ date }) => date);
  expect(dates).toEqual([...dates].sort());
  const entries: { id: string; version: string }[] = (await call({ url: "/v1/getAllFormsCatalog" })).json();
  for (const { id, version } of entries)
    expect(all.some(({ formId, formVersion }) => formId === id && formVersion === version)).toBe(true);
});
