import { scriptTime } from "@withholding-forms/testing/scripted-time";
import { expect, test } from "vitest";
import { openStore, startPatience } from "./open.js";

test("a start retries for 30 seconds, every half second, while nothing listens at DATABASE_URL", async () => {
  const passedMs = scriptTime();
  const config = {
    databaseUrl: "postgresql://nobody@127.0.0.1:1/nowhere",
    databaseTimeoutMs: 60_000,
    dataDir: "unused",
  };
  await expect(openStore(config, startPatience)).rejects.toThrow("nothing listens there");
  // The next attempt would be after 30 seconds.
  expect(passedMs()).toBe(29_500);
});
