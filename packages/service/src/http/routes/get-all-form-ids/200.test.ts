import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const { call } = await startTestServer();

test("all form ids, US and Canadian, each once", async () => {
  const response = await call({ url: "/v1/getAllFormIds" });
  expect(response.statusCode).toBe(200);
  const ids: string[] = response.json();
  expect(ids).toEqual(expect.arrayContaining(["W4101", "AL101", "AZ101", "NM101", "CAN101", "ON101"]));
  expect(new Set(ids).size).toBe(ids.length);
  expect(response.headers["etag"]).toMatch(/^"[A-Za-z0-9_-]+"$/);
});
