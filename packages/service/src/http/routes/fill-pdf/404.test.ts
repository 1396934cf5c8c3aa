import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const { call } = await startTestServer();

test.each([
  [{ formId: "XX999" }, "UNKNOWN_FORM"],
  [{ formId: "__proto__" }, "UNKNOWN_FORM"],
  [{ formVersion: "2013.1.0" }, "UNKNOWN_VERSION"],
  [{ formVersion: "newest" }, "UNKNOWN_VERSION"],
])("%j responds with 404 %s", async (change, code) => {
  const response = await call({ method: "POST", url: "/v1/fillPdf", payload: { ...fillAlabama, ...change } });
  expect(response.statusCode).toBe(404);
  expect(response.json().code).toBe(code);
});
