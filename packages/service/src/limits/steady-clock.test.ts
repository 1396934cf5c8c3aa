import { expect, test } from "vitest";
import { memoryCounter } from "./memory.js";
import { steadyClock } from "./steady-clock.js";

test("the clock gives whole milliseconds, so that a window is never longer than it says", async () => {
  expect(Number.isInteger(steadyClock())).toBe(true);
  const counter = memoryCounter();
  for (let name = 0; name < 1000; name += 1)
    expect((await counter.take(String(name), 1, 5, 60_000)).resetsInMs).toBe(60_000);
});
