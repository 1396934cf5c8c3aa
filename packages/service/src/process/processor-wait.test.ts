import { expect, test } from "vitest";
import { processorWaitMs } from "./processor-wait.js";

test("what a process waited for a processor only grows, and is 0 for a process that is not there", () => {
  const before = processorWaitMs(process.pid);
  expect(before).toBeGreaterThanOrEqual(0);
  expect(processorWaitMs(process.pid)).toBeGreaterThanOrEqual(before);
  expect(processorWaitMs(2 ** 30)).toBe(0);
  expect(processorWaitMs(undefined)).toBe(0);
});
