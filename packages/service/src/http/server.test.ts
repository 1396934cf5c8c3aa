import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

test("startup has no time limit, so it does not fail on a busy machine", async () => {
  const { app } = await startTestServer();
  expect(app.initialConfig.pluginTimeout).toBe(0);
});
