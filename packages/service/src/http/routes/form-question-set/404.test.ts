import { smallCatalog } from "@withholding-forms/testing/catalog/small-catalog";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const { call } = await startTestServer();

test.each([
  ["XX999/QS1", "UNKNOWN_FORM"],
  ["w4101/QS1", "UNKNOWN_FORM"],
  ["__proto__/QS1", "UNKNOWN_FORM"],
  ["constructor/QS1", "UNKNOWN_FORM"],
  ["%2e%2e%2fetc/QS1", "UNKNOWN_FORM"],
  ["W4101/QS1?formVersion=1999.1.0", "UNKNOWN_VERSION"],
  ["W4101/QS1?formVersion=latest", "UNKNOWN_VERSION"],
  ["W4101/QS99?formVersion=2025.12.0", "UNKNOWN_QUESTION_SET"],
  ["W4101/qs1?formVersion=2025.12.0", "UNKNOWN_QUESTION_SET"],
  ["W4101/INELIGIBLE?formVersion=2025.12.0", "UNKNOWN_QUESTION_SET"],
])("%s is %s", async (path, code) => {
  const response = await call({ url: `/v1/formQuestionSet/${path}` });
  expect(response.statusCode).toBe(404);
  expect(response.json()).toMatchObject({ code, errors: [] });
});

const small = await startTestServer({ options: { catalog: await smallCatalog() } });
// TS101 2025.1.0 is deprecated, and this is the last day on which it is served.
small.setTime(new Date("2026-06-30T12:00:00Z"));

test("a deprecated version has no unknown question set, either", async () => {
  const response = await small.call({ url: "/v1/formQuestionSet/TS101/QS99?formVersion=2025.1.0" });
  expect(response.statusCode).toBe(404);
  expect(response.headers["deprecation"]).toBeUndefined();
});

test("an unknown version is answered with those that exist", async () => {
  const response = await small.call({
    url: "/v1/formQuestionSet/TS101/QS1?formVersion=2019.1.0",
    headers: { "accept-language": "es" },
  });
  expect(response.json().detail).toBe(
    "Este formulario no tiene esa versión. Versiones disponibles: 2026.1.0, 2025.1.0.",
  );
});
