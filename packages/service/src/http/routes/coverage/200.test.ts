import { loadCatalog } from "@withholding-forms/catalog";
import type { CoverageResponse } from "@withholding-forms/contract";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const server = await startTestServer();
const { call, setTime } = server;
const hidden = await startTestServer({
  options: { catalog: loadCatalog(undefined, undefined, "AGENCY_FILE") },
});

async function coverage({ call } = server): Promise<CoverageResponse["jurisdictions"]> {
  const response = await call({ url: "/v1/coverage" });
  expect(response.statusCode).toBe(200);
  return response.json<CoverageResponse>().jurisdictions;
}

test("a jurisdiction has its forms with versions, and the forms that are missing", async () => {
  const all = await coverage();
  const arkansas = all.find(({ locality }) => locality === "AR");
  expect(arkansas).toMatchObject({
    localityFullName: "Arkansas",
    country: "US",
    wageTax: true,
    covered: true,
    missing: [{ paymentType: "PENSION", formName: "AR4P" }],
  });
  expect(arkansas?.forms.find(({ id }) => id === "AR101")).toMatchObject({
    formType: "RESIDENT",
    language: "en",
    versions: [{ formVersion: "2026.1.0", status: "CURRENT", effectiveDate: "2026-01-01" }],
  });
  const federal = all.find(({ locality }) => locality === "FEDERAL");
  expect(federal?.forms.find(({ id }) => id === "W4101")?.versions).toEqual([
    expect.objectContaining({ formVersion: "2025.12.0", status: "CURRENT", effectiveDate: "2026-01-01" }),
    expect.objectContaining({ formVersion: "2024.12.0", status: "DEPRECATED", effectiveDate: "2025-01-01" }),
    expect.objectContaining({ formVersion: "2022.12.0", status: "DEPRECATED", effectiveDate: "2023-01-01" }),
    expect.objectContaining({ formVersion: "2021.12.0", status: "DEPRECATED", effectiveDate: "2022-01-01" }),
    expect.objectContaining({ formVersion: "2020.12.0", status: "DEPRECATED", effectiveDate: "2021-01-01" }),
  ]);
  expect(all.find(({ locality }) => locality === "TX")).toMatchObject({
    wageTax: false,
    covered: true,
    forms: [],
    missing: [],
  });
  expect(all.find(({ locality }) => locality === "AS")).toMatchObject({
    covered: false,
    missing: [{ paymentType: "WAGES", formName: "W-4 (allowance style)" }],
  });
});

test("places in a state follow it, with what they miss", async () => {
  const all = await coverage();
  const codes = all.map(({ locality }) => locality);
  expect(codes.indexOf("MI_DETROIT")).toBeGreaterThan(codes.indexOf("MI"));
  expect(all.find(({ locality }) => locality === "MI_DETROIT")).toMatchObject({
    localityFullName: "Detroit",
    state: "MI",
    covered: true,
    missing: [],
  });
  expect(all.find(({ locality }) => locality === "MI_BENTON_HARBOR")).toMatchObject({
    covered: false,
    forms: [],
    missing: [{ paymentType: "WAGES", formName: "Employee's Withholding Certificate" }],
  });
});

test("every form id is in one jurisdiction, and every province is there", async () => {
  const all = await coverage();
  const ids = all.flatMap(({ forms }) => forms.map(({ id }) => id));
  const known: string[] = (await call({ url: "/v1/getAllFormIds" })).json();
  expect([...ids].sort()).toEqual([...known].sort());
  const canada = all.filter(({ country }) => country === "CA").map(({ locality }) => locality);
  expect(canada).toHaveLength(14);
});

test("versions follow the day", async () => {
  setTime(new Date("2025-06-01T12:00:00Z"));
  const federal = (await coverage()).find(({ locality }) => locality === "FEDERAL");
  expect(federal?.forms.find(({ id }) => id === "W4101")?.versions).toMatchObject([
    { formVersion: "2025.12.0", status: "SCHEDULED" },
    { formVersion: "2024.12.0", status: "CURRENT" },
    { formVersion: "2022.12.0", status: "DEPRECATED" },
    { formVersion: "2021.12.0", status: "DEPRECATED" },
    { formVersion: "2020.12.0", status: "DEPRECATED" },
  ]);
});

test("a jurisdiction whose forms the operator hides is not covered", async () => {
  const all = await coverage(hidden);
  for (const { forms } of all)
    for (const { versions } of forms)
      for (const { verificationLevel } of versions) expect(verificationLevel).toBe("AGENCY_FILE");
  const uncovered = all.filter(({ wageTax, covered }) => wageTax && !covered);
  expect(uncovered.length).toBeGreaterThan(1);
});
