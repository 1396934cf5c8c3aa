import { alabama } from "@withholding-forms/testing/people/samples";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const { call } = await startTestServer();

test("the same body rules hold as for forms", async () => {
  const response = await call({
    method: "POST",
    url: "/v1/guided-flows",
    payload: { ...alabama, workAddresses: [] },
  });
  expect(response.statusCode).toBe(422);
  expect(response.json()).toMatchObject({
    code: "INVALID_BODY",
    errors: [
      {
        pointer: "/workAddresses",
        code: "INVALID",
        message: "Send an array with at least one element.",
      },
    ],
  });
});
