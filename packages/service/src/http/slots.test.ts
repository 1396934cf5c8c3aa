import { expect, test } from "vitest";
import { createSlots } from "./slots.js";

test("limits the slots of each caller and of all callers together", () => {
  const { take } = createSlots({ total: 3, perCaller: 2 });
  const release = take("a");
  expect([release, take("a"), take("a")]).toEqual([expect.any(Function), expect.any(Function), undefined]);
  expect([take("b"), take("c")]).toEqual([expect.any(Function), undefined]);
  release?.();
  // Releasing a slot twice frees it once.
  release?.();
  expect([take("c"), take("b")]).toEqual([expect.any(Function), undefined]);
});
