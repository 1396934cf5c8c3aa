import type { CoverageResponse } from "@withholding-forms/contract";
import { smallCatalog } from "@withholding-forms/testing/catalog/small-catalog";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const server = await startTestServer({ options: { catalog: await smallCatalog() } });
const hidden = await startTestServer({ options: { catalog: await smallCatalog("AGENCY_FILE") } });
const live = await startTestServer();

async function coverage({ call, setTime } = server, day = "2026-03-01") {
  setTime(new Date(`${day}T12:00:00Z`));
  const response = await call({ url: "/v1/coverage" });
  expect(response.statusCode).toBe(200);
  return response.json<CoverageResponse>().jurisdictions;
}

const place = async (code: string, from = server) =>
  (await coverage(from)).find(({ locality }) => locality === code);

test("a jurisdiction has its forms with versions, and the forms that are missing", async () => {
  const state = await place("TS");
  expect(state).toMatchObject({
    localityFullName: "State of tests",
    country: "US",
    wageTax: true,
    covered: true,
    missing: [{ paymentType: "PENSION", formName: "T-1P" }],
  });
  expect(state?.forms.map(({ id }) => id)).toEqual(["TS101", "TS102"]);
  expect(state?.forms[0]).toMatchObject({ formType: "RESIDENT", language: "en" });
  expect(state?.forms[0]?.versions).toEqual([
    expect.objectContaining({ formVersion: "2026.1.0", status: "CURRENT", effectiveDate: "2026-01-01" }),
    expect.objectContaining({ formVersion: "2025.1.0", status: "DEPRECATED", effectiveDate: "2025-01-01" }),
  ]);
  expect(await place("TX")).toMatchObject({ wageTax: false, covered: true, forms: [], missing: [] });
  expect(await place("NW")).toMatchObject({
    covered: false,
    missing: [{ paymentType: "WAGES", formName: "N-1" }],
  });
});

test("places in a state follow it, with what they miss", async () => {
  const codes = (await coverage()).map(({ locality }) => locality);
  expect(codes.indexOf("TS_TOWN")).toBeGreaterThan(codes.indexOf("TS"));
  expect(await place("TS_TOWN")).toMatchObject({
    localityFullName: "Testtown",
    state: "TS",
    covered: true,
    forms: [{ id: "TS201" }],
    missing: [],
  });
  expect(await place("TS_HARBOR")).toMatchObject({
    covered: false,
    forms: [],
    missing: [{ paymentType: "WAGES", formName: "H-4" }],
  });
});

test("every place that is not covered says what is missing", async () => {
  const uncovered = (await coverage(live)).filter(({ covered, missing }) => !covered && missing.length === 0);
  expect(uncovered).toEqual([]);
  expect(await place("CO_DENVER", live)).toMatchObject({
    covered: true,
    missing: [{ formName: "TD269", who: expect.stringContaining("two employers in Denver") }],
  });
});

test("every form id is in one jurisdiction, and every province is there", async () => {
  const all = await coverage(live);
  const ids = all.flatMap(({ forms }) => forms.map(({ id }) => id));
  const known: string[] = (await live.call({ url: "/v1/getAllFormIds" })).json();
  expect([...ids].sort()).toEqual([...known].sort());
  const canada = all.filter(({ country }) => country === "CA").map(({ locality }) => locality);
  expect(canada).toHaveLength(14);
});

test("versions follow the day", async () => {
  const versions = async (day: string) =>
    (await coverage(server, day))
      .flatMap(({ forms }) => forms)
      .find(({ id }) => id === "TS101")
      ?.versions.map(({ formVersion, status }) => [formVersion, status]);
  expect(await versions("2025-12-31")).toEqual([
    ["2026.1.0", "SCHEDULED"],
    ["2025.1.0", "CURRENT"],
  ]);
  expect(await versions("2026-07-01")).toEqual([["2026.1.0", "CURRENT"]]);
});

test("a jurisdiction whose forms the operator hides is not covered", async () => {
  expect(await place("TS", hidden)).toMatchObject({ wageTax: true, covered: false, forms: [] });
});
