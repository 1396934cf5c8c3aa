import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const { call } = await startTestServer();

test.each([
  ["XX999", "UNKNOWN_FORM"],
  ["AL101?formVersion=1.1.1", "UNKNOWN_VERSION"],
])("%s is %s, as a problem document although a PDF was requested", async (path, code) => {
  const response = await call({ url: `/v1/getPdf/${path}`, headers: { accept: "application/pdf" } });
  expect(response.statusCode).toBe(404);
  expect(response.headers["content-type"]).toContain("application/problem+json");
  expect(response.json().code).toBe(code);
});
