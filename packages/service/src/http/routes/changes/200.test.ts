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
const added = {
  ...form,
  change: "ADDED",
  date: "2026-01-01",
  publishedOn: "2025-11-20",
  formVersion: "2026.1.0",
};
const corrected = { ...added, change: "CORRECTED", date: "2026-02-10", publishedOn: "2026-02-10" };
const deprecated = {
  ...form,
  change: "DEPRECATED",
  date: "2026-01-01",
  publishedOn: "2024-12-15",
  formVersion: "2025.1.0",
  lastDate: "2026-06-30",
  replacedBy: "2026.1.0",
};

test("a version that took effect is added, and the one before is deprecated, from that very day", async () => {
  const of = async (since: string) =>
    (await changes("2026-03-01", since)).filter(({ formId }) => formId === "TS101");
  expect(await of("2026-01-01")).toEqual([added, deprecated, corrected]);
  expect(await of("2026-02-11")).toEqual([]);
});

test("a version that takes effect later is scheduled, whatever the date asked for before it", async () => {
  const scheduled = { ...added, change: "SCHEDULED" };
  for (const since of ["2025-06-01", "2025-12-31", "2026-01-01"])
    expect(await changes("2025-06-01", since)).toContainEqual(scheduled);
  expect(await changes("2025-06-01", "2026-01-02")).not.toContainEqual(scheduled);
});

test("a version is retired on the day after its last one", async () => {
  const retired = {
    ...form,
    change: "RETIRED",
    date: "2026-07-01",
    publishedOn: "2024-12-15",
    formVersion: "2025.1.0",
  };
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
    ["2026-02-10", "CORRECTED", "TS101", "2026.1.0"],
    ["2026-07-01", "RETIRED", "TS101", "2025.1.0"],
  ]);
});

async function page(day: string, query: string): Promise<ChangesResponse> {
  setTime(new Date(`${day}T12:00:00Z`));
  return (await call({ url: `/v1/changes${query}` })).json();
}

const brief = ({ changes: all }: ChangesResponse) =>
  all.map(({ change, formId, formVersion }) => `${change} ${formId} ${formVersion}`);

test("without a parameter, everything is returned, with a cursor", async () => {
  const { since, cursor, changes: all } = await page("2026-11-16", "");
  expect([since, cursor]).toEqual([undefined, "2026-11-16.4"]);
  expect(all).toEqual(await changes("2026-11-16", "0001-01-01"));
});

test("a cursor returns what took effect or was retired since, each once", async () => {
  const development = "ADDED TS201 2026.1.0";
  const first = await page("2026-06-30", "");
  expect(brief(await page("2026-06-30", `?cursor=${first.cursor}`))).toEqual([development]);
  const later = await page("2026-07-02", `?cursor=${first.cursor}`);
  expect(brief(later)).toEqual([development, "RETIRED TS101 2025.1.0"]);
  expect(brief(await page("2026-07-03", `?cursor=${later.cursor}`))).toEqual([development]);
});

test("a cursor returns what was published since, also with an earlier effective date", async () => {
  // As if the content had been that of the first and of the first two publications.
  expect(brief(await page("2026-03-01", "?cursor=2026-02-28.1"))).toEqual([
    "ADDED TS101 2026.1.0",
    "DEPRECATED TS101 2025.1.0",
    "ADDED TS102 2026.1.0",
    "ADDED TS201 2026.1.0",
    "CORRECTED TS101 2026.1.0",
  ]);
  const since = await page("2026-03-01", "?cursor=2026-02-28.2");
  expect(brief(since)).toEqual(["ADDED TS102 2026.1.0", "ADDED TS201 2026.1.0", "CORRECTED TS101 2026.1.0"]);
  expect(since.changes.map(({ publishedOn }) => publishedOn)).toEqual([
    "2026-02-10",
    undefined,
    "2026-02-10",
  ]);
  expect(brief(await page("2026-03-01", "?cursor=2026-02-28.2&since=2026-02-01"))).toEqual([
    "CORRECTED TS101 2026.1.0",
  ]);
});

test("a scheduled version is new when it is published, and again when it takes effect", async () => {
  expect(brief(await page("2025-12-01", "?cursor=2025-11-30.1"))).toContain("SCHEDULED TS101 2026.1.0");
  expect(brief(await page("2025-12-01", "?cursor=2025-11-30.4"))).not.toContain("SCHEDULED TS101 2026.1.0");
  expect(brief(await page("2026-01-01", "?cursor=2025-11-30.4"))).toContain("ADDED TS101 2026.1.0");
});
