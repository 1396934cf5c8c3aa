import { describe, expect, test } from "vitest";
import { memoryCounter } from "./memory.js";
import { counterSuite } from "./test/counter.suite.js";

describe("in memory", () => counterSuite(async () => memoryCounter()));

test("no more names are kept than allowed, and the window that started first goes first", () => {
  const counter = memoryCounter(() => 0, 2);
  counter.take("a", 1, 1, 1000);
  counter.take("b", 1, 1, 1000);
  counter.take("c", 1, 1, 1000);
  expect(counter.take("b", 1, 1, 1000).granted).toBe(0);
  expect(counter.take("c", 1, 1, 1000).granted).toBe(0);
  expect(counter.take("a", 1, 1, 1000).granted).toBe(1);
});
