import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const { call } = await startTestServer();

async function migrate(payload: object, language = "en") {
  const headers = { "accept-language": language };
  return call({ method: "POST", url: "/v1/migrate", payload, headers });
}

const alabama = { formId: "AL101", fromVersion: "2014.03.0" };

test("answers that complete the version are all returned", async () => {
  const fields = { filingStatus: "SINGLE", dependents: 1, additionalWithholding: "25.50" };
  const response = await migrate({ ...alabama, toVersion: "2014.3.0", fields });
  expect(response.json()).toEqual({
    formId: "AL101",
    toVersion: "2014.3.0",
    fields,
    stale: [],
    missing: [],
    changed: [],
    end: "COMPLETE",
  });
});

test("what the version does not use is stale, and what it asks is missing", async () => {
  const fields = { filingStatus: "SINGLE", dependents: "many", children: 2 };
  const { fields: kept, stale, missing, end } = (await migrate({ ...alabama, fields }, "es")).json();
  expect({ kept, missing, end }).toEqual({
    kept: { filingStatus: "SINGLE" },
    missing: [],
    end: "STOPPED",
  });
  expect(stale).toEqual([
    { questionId: "dependents", reason: "REFUSED", message: expect.stringMatching(/número/) },
    { questionId: "children", reason: "REMOVED" },
  ]);
});

test("an answer is valid although its question changed, and can be reviewed", async () => {
  const fields = { isNra: false, isExempt: false };
  const response = await migrate({ formId: "W4101", fromVersion: "2024.12.0", fields });
  const { fields: kept, changed, missing, end } = response.json();
  // The year in the question is another one.
  expect({ kept, changed, end }).toEqual({ kept: fields, changed: ["isExempt"], end: "STOPPED" });
  expect(missing.length).toBeGreaterThan(0);
});

test("answers to a retired version can be migrated", async () => {
  const late = await startTestServer();
  late.setTime(new Date("2027-02-01T12:00:00Z"));
  const fields = {
    filingStatus: "SINGLE",
    exemptClaim: "NONE",
    county: "03",
    useWorksheet: false,
    exemptions: 2,
  };
  const payload = { formId: "MD101", fromVersion: "2022.5.0", fields };
  const fill = await late.call({ url: "/v1/fillPdf/MD101?formVersion=2022.5.0" });
  expect(fill.statusCode).toBe(404);
  const response = await late.call({ method: "POST", url: "/v1/migrate", payload });
  expect(response.json()).toMatchObject({ toVersion: "2025.7.0", fields, end: "COMPLETE" });
});

test("an unknown version is rejected like everywhere", async () => {
  const response = await migrate({ ...alabama, fromVersion: "1999.1.0", fields: {} });
  expect([response.statusCode, response.json().code]).toEqual([404, "UNKNOWN_VERSION"]);
});
