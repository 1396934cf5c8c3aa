import { describe, expect, test } from "vitest";
import { memoryCounter } from "./memory.js";
import { counterSuite } from "./test/counter.suite.js";

describe("in memory", () => counterSuite(async () => memoryCounter()));

test("the number of names is bounded, and the oldest window is dropped first", async () => {
  const counter = memoryCounter(() => 0, 2);
  await counter.take("a", 1, 1, 1000);
  await counter.take("b", 1, 1, 1000);
  await counter.take("c", 1, 1, 1000);
  expect(await counter.take("b", 1, 1, 1000)).toMatchObject({ granted: 0 });
  expect(await counter.take("c", 1, 1, 1000)).toMatchObject({ granted: 0 });
  expect(await counter.take("a", 1, 1, 1000)).toMatchObject({ granted: 1 });
});
