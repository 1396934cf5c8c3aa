import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

test("a start has no time limit: on a busy machine it takes longer and does not fail", async () => {
  const { app } = await startTestServer();
  expect(app.initialConfig.pluginTimeout).toBe(0);
});
