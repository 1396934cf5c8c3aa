import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const { call } = await startTestServer();

test.each([
  ["hasFederalValues=TRUE", "hasFederalValues", "Send true or false."],
  ["hasFederalValues=1", "hasFederalValues", "Send true or false."],
  ["hasFederalValues=", "hasFederalValues", "Send true or false."],
  ["hasFederalValues=true&hasFederalValues=true", "hasFederalValues", "Send true or false."],
  ["formVersion=", "formVersion", "Send one form version, such as 2025.12.0."],
  ["formVersion=1&formVersion=2", "formVersion", "Send one form version, such as 2025.12.0."],
  [`formVersion=${"9".repeat(41)}`, "formVersion", "Send one form version, such as 2025.12.0."],
])("?%s is rejected", async (query, pointer, message) => {
  const response = await call({ url: `/v1/formQuestionSet/NM101/QS1?${query}` });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({
    code: "INVALID_PARAMETER",
    errors: [{ pointer, code: "INVALID", message }],
  });
});

test("both parameters wrong are both named", async () => {
  const response = await call({ url: "/v1/formQuestionSet/NM101/QS1?formVersion=&hasFederalValues=yes" });
  expect(response.json().errors).toHaveLength(2);
});

test("a parameter we do not know is ignored", async () => {
  expect((await call({ url: "/v1/formQuestionSet/AL101/QS1?utm=1" })).statusCode).toBe(200);
});

test("a broken escape in the address is malformed", async () => {
  const response = await call({ url: "/v1/formQuestionSet/AL101/%E0%A4%A" });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ code: "MALFORMED_REQUEST", errors: [] });
});
