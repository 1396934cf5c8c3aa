import { expect, test } from "vitest";
import { sizedCache } from "./cache.js";

test("the entry that was not used for longest goes first", () => {
  const cache = sizedCache<string>(10);
  cache.set("a", "A", 4);
  cache.set("b", "B", 4);
  expect(cache.get("a")).toBe("A");
  cache.set("c", "C", 4);
  expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual(["A", undefined, "C"]);
  expect(cache.size).toBe(8);
});

test("an entry larger than the cache is not kept and pushes nothing out", () => {
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
