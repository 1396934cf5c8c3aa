import { describe, expect, test } from "vitest";
import { memoryCounter } from "./memory.js";
import { counterSuite } from "./test/counter.suite.js";

describe("in memory", () => counterSuite(async () => memoryCounter()));

test("the number of names is bounded, and the oldest window is dropped first", () => {
  const counter = memoryCounter(() => 0, 2);
  counter.take("a", 1, 1, 1000);
  counter.take("b", 1, 1, 1000);
  counter.take("c", 1, 1, 1000);
  expect(counter.take("b", 1, 1, 1000).granted).toBe(0);
  expect(counter.take("c", 1, 1, 1000).granted).toBe(0);
  expect(counter.take("a", 1, 1, 1000).granted).toBe(1);
});
