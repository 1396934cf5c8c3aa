import { afterEach, expect, test, vi } from "vitest";
import { recent } from "./recent.js";

afterEach(() => {
  vi.useRealTimers();
});

test("entries are removed when they expire, even if they are not requested again", () => {
  vi.useFakeTimers();
  const kept = recent<string>({ entries: 10, maxAgeMs: 1000, now: Date.now });
  kept.set("a", "first");
  vi.advanceTimersByTime(600);
  kept.set("b", "second");
  vi.advanceTimersByTime(401);
  expect(kept.size()).toBe(1);
  expect(kept.get("b")).toBe("second");
  vi.advanceTimersByTime(600);
  expect(kept.size()).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test("the least recently used entry is evicted", () => {
  const kept = recent<string>({ entries: 2, maxAgeMs: 1000, now: () => 0 });
  kept.set("a", "first");
  kept.set("b", "second");
  kept.get("a");
  kept.set("c", "third");
  expect([kept.get("a"), kept.get("b"), kept.get("c"), kept.size()]).toEqual([
    "first",
    undefined,
    "third",
    2,
  ]);
  kept.clear();
  expect(kept.size()).toBe(0);
});

test("an entry that has expired is not returned, even before it is removed", () => {
  let now = 0;
  const kept = recent<string>({ entries: 2, maxAgeMs: 1000, now: () => now });
  kept.set("a", "first");
  now = 999;
  expect(kept.get("a")).toBe("first");
  now = 1000;
  expect(kept.get("a")).toBeUndefined();
  kept.clear();
});
