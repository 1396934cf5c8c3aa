import { scriptTime } from "@withholding-forms/testing/scripted-time";
import { expect, test } from "vitest";
import { retryBusy } from "./retry-busy.js";

const busy = Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" });

test("gives up after one second if the file stays locked", async () => {
  const passedMs = scriptTime();
  const work = retryBusy(() => {
    throw busy;
  });
  await expect(work).rejects.toThrow("A file of the store is locked by another process");
  expect(passedMs()).toBe(1000);
});

test("a lock that ends within the second is waited for", async () => {
  const passedMs = scriptTime();
  const work = retryBusy(() => {
    if (passedMs() < 980) throw busy;
    return "done";
  });
  expect(await work).toBe("done");
});
