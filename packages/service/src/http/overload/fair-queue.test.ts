import { expect, test } from "vitest";
import { fairQueue } from "./fair-queue.js";

const known = (id: string) => ({ id, known: true });
const stranger = (id: string) => ({ id, known: false });

test("clients of a class take turns, and each is served in the order of its requests", () => {
  const queue = fairQueue<string>();
  for (const item of ["a1", "a2", "a3"]) queue.add(known("a"), item, 0);
  queue.add(known("b"), "b1", 0);
  queue.add(known("c"), "c1", 0);
  queue.add(known("c"), "c2", 0);
  const order = Array.from({ length: 7 }, () => queue.take(true)?.item);
  expect(order).toEqual(["a1", "b1", "c1", "a2", "c2", "a3", undefined]);
});

test("a known client that was served little comes first with all it has, until it was served as much as the others", () => {
  const queue = fairQueue<string>();
  for (const item of ["a1", "a2", "a3"]) queue.add(known("a"), item, 0);
  while (queue.take(true) !== undefined);
  for (const item of ["a4", "a5"]) queue.add(known("a"), item, 0);
  for (const item of ["b1", "b2", "b3", "b4"]) queue.add(known("b"), item, 0);
  const order = Array.from({ length: 6 }, () => queue.take(true)?.item);
  // Both have been served three times after b3, and a waits longer.
  expect(order).toEqual(["b1", "b2", "b3", "a4", "b4", "a5"]);
});

test("a stranger from a new address does not precede those that wait", () => {
  const queue = fairQueue<string>();
  for (const item of ["a1", "a2"]) queue.add(stranger("a"), item, 0);
  queue.take(false);
  queue.add(stranger("b"), "b1", 0);
  expect([queue.take(false)?.item, queue.take(false)?.item]).toEqual(["a2", "b1"]);
});

test("the two classes are apart, and a client of one is not the client of the other with the same id", () => {
  const queue = fairQueue<string>();
  queue.add(known("x"), "key", 1);
  queue.add(stranger("x"), "address", 2);
  expect([queue.size(true), queue.size(false)]).toEqual([1, 1]);
  expect(queue.take(false)).toEqual({ item: "address", at: 2 });
  expect(queue.take(true)).toEqual({ item: "key", at: 1 });
  expect([queue.size(true), queue.size(false)]).toEqual([0, 0]);
});

test("the client with the most loses its oldest request", () => {
  const queue = fairQueue<string>();
  queue.add(stranger("a"), "a1", 0);
  for (const item of ["b1", "b2", "b3"]) queue.add(stranger("b"), item, 0);
  queue.add(known("c"), "c1", 0);
  expect([queue.drop(false, false), queue.drop(false, false)]).toEqual(["b1", "b2"]);
  expect(queue.size(false)).toBe(2);
  expect([queue.take(false)?.item, queue.take(false)?.item]).toEqual(["a1", "b3"]);
  expect(queue.drop(false, false)).toBeUndefined();
  expect(queue.size(true)).toBe(1);
});

/** "large" has been served 20 times, "small" once; then large has 1 waiting and small 3. */
function largeAndSmall() {
  const queue = fairQueue<string>();
  queue.add(known("small"), "", 0);
  for (let number = 0; number < 20; number++) queue.add(known("large"), "", 0);
  while (queue.take(true) !== undefined);
  queue.add(known("large"), "large", 0);
  for (const item of ["small 1", "small 2", "small 3"]) queue.add(known("small"), item, 0);
  return queue;
}

test("a client that was served much loses before one that has a longer queue and was served little", () => {
  const queue = largeAndSmall();
  expect([queue.drop(true, false), queue.drop(true, false)]).toEqual(["large", "small 1"]);
});

test("a client below its fair share is spared, and one above it is not", () => {
  const queue = largeAndSmall();
  expect([queue.drop(true, true), queue.drop(true, true)]).toEqual(["large", undefined]);
  expect(queue.size(true)).toBe(3);
});

test("what a client was served is forgotten with time", () => {
  const queue = largeAndSmall();
  // 20 served requests count 10, 5, 2, then 1; the single one of the small client counts nothing from the first time on.
  for (let time = 0; time < 4; time++) queue.age();
  expect(queue.drop(true, false)).toBe("small 1");
});
