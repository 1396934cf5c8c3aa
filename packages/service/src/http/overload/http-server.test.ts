import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

test("the service gives clients as much time as its documents say", async () => {
  const { app } = await startTestServer();
  expect(app.server).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    timeout: 20_000,
    keepAliveTimeout: 65_000,
  });
});
