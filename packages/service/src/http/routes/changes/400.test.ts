import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const { call } = await startTestServer();

test.each([
  ["?since=", "INVALID"],
  ["?since=yesterday", "INVALID"],
  ["?since=2026-02-30", "INVALID"],
  ["?since=2026-1-1", "INVALID"],
  ["?since=2026-01-01T00:00:00Z", "INVALID"],
  ["?since=01/02/2026", "INVALID"],
  ["?since=2026-01-01&since=2026-02-01", "INVALID"],
])("changes%s is rejected at since", async (query, code) => {
  const response = await call({ url: `/v1/changes${query}` });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({
    code: "INVALID_PARAMETER",
    errors: [{ pointer: "since", code, message: "Enter a date as YYYY-MM-DD, such as 2026-01-01." }],
  });
});

test.each([
  "",
  "soon",
  "2026-02-30.1",
  "2026-02-20",
  "2026-02-20.",
  "2026-02-20.x",
  "2026-02-20.1&cursor=2026-02-20.1",
])("changes?cursor=%s is rejected at cursor", async (cursor) => {
  const response = await call({ url: `/v1/changes?cursor=${cursor}` });
  expect(response.statusCode).toBe(400);
  expect(response.json().errors).toMatchObject([{ pointer: "cursor", code: "INVALID" }]);
});

test.each([
  ["es", "Escriba una fecha como AAAA-MM-DD, por ejemplo, 2026-01-01."],
  ["fr", "Entrez une date au format AAAA-MM-JJ, comme 2026-01-01."],
])("in %s", async (language, message) => {
  const response = await call({ url: "/v1/changes?since=", headers: { "accept-language": language } });
  expect(response.json().errors).toEqual([{ pointer: "since", code: "INVALID", message }]);
});
