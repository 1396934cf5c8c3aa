import { expect, test } from "vitest";
import { recentCache, sizedCache } from "./cache.js";

test("evicts the least recently used entry first", () => {
  const cache = sizedCache<string>(10);
  cache.set("a", "A", 4);
  cache.set("b", "B", 4);
  expect(cache.get("a")).toBe("A");
  cache.set("c", "C", 4);
  expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual(["A", undefined, "C"]);
  expect(cache.size).toBe(8);
});

test("an entry larger than the cache is not kept and evicts nothing", () => {
  const cache = sizedCache<string>(10);
  cache.set("a", "A", 4);
  cache.set("b", "B", 11);
  expect([cache.get("a"), cache.get("b")]).toEqual(["A", undefined]);
});

test("an entry set again counts once", () => {
  const cache = sizedCache<string>(10);
  cache.set("a", "A", 6);
  cache.set("a", "B", 7);
  expect(cache.get("a")).toBe("B");
  expect(cache.size).toBe(7);
});

test("keeps the last used entries, and up to as many others", () => {
  const cache = recentCache<number>(3);
  cache.set("kept", 0);
  for (let number = 1; number <= 100; number++) {
    cache.set(`n${number}`, number);
    expect(cache.get("kept")).toBe(0);
  }
  expect([98, 99, 100].map((number) => cache.get(`n${number}`))).toEqual([98, 99, 100]);
  const left = Array.from({ length: 100 }, (_, index) => cache.get(`n${index + 1}`));
  expect(left.filter((value) => value !== undefined).length).toBeLessThanOrEqual(6);
});
