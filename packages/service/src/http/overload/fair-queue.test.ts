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

test("the two classes are apart, and a client of one is not the client of the other with the same id", () => {
  const queue = fairQueue<string>();
  queue.add(known("x"), "key", 1);
  queue.add(stranger("x"), "address", 2);
  expect([queue.size(true), queue.size(false)]).toEqual([1, 1]);
  expect(queue.take(false)).toEqual({ item: "address", at: 2 });
  expect(queue.take(true)).toEqual({ item: "key", at: 1 });
  expect([queue.size(true), queue.size(false)]).toEqual([0, 0]);
});

test("whoever has the most loses its oldest request", () => {
  const queue = fairQueue<string>();
  queue.add(stranger("a"), "a1", 0);
  for (const item of ["b1", "b2", "b3"]) queue.add(stranger("b"), item, 0);
  queue.add(known("c"), "c1", 0);
  expect([queue.drop(false), queue.drop(false)]).toEqual(["b1", "b2"]);
  expect(queue.size(false)).toBe(2);
  expect([queue.take(false)?.item, queue.take(false)?.item]).toEqual(["a1", "b3"]);
  expect(queue.drop(false)).toBeUndefined();
  expect(queue.size(true)).toBe(1);
});
