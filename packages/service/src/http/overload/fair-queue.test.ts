import { expect, test } from "vitest";
import { fairQueue } from "./fair-queue.js";

function takeAll(queue: { take(): string | undefined }): string[] {
  const taken: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
  return taken;
}

test("clients take turns, and each client's requests stay in order", () => {
  const queue = fairQueue<string>({ maxPerClient: 10, maxShared: 100 });
  for (const item of ["a1", "a2", "a3", "b1", "c1", "c2"]) queue.add(item.charAt(0), item);
  expect(queue.size()).toBe(6);
  expect(takeAll(queue)).toEqual(["a1", "b1", "c1", "a2", "c2", "a3"]);
  expect(queue.size()).toBe(0);
});

test("a client that was just served waits for the others", () => {
  const queue = fairQueue<string>({ maxPerClient: 10, maxShared: 100 });
  for (const item of ["a1", "b1"]) queue.add(item.charAt(0), item);
  expect(queue.take()).toBe("a1");
  queue.add("a", "a2");
  expect(takeAll(queue)).toEqual(["b1", "a2"]);
});

test("a client has no more places than its max, whatever other clients have", () => {
  const queue = fairQueue<string>({ maxPerClient: 2, maxShared: 100 });
  expect(["a1", "a2", "a3", "b1"].map((item) => queue.add(item.charAt(0), item))).toEqual([
    true,
    true,
    false,
    true,
  ]);
  expect(takeAll(queue)).toEqual(["a1", "b1", "a2"]);
});

test("the more clients are waiting, the fewer places each of them has", () => {
  const queue = fairQueue<string>({ maxPerClient: 6, maxShared: 6 });
  for (let number = 1; number <= 6; number++) expect(queue.add("a", `a${number}`)).toBe(true);
  expect(["b1", "b2", "b3", "b4"].map((item) => queue.add("b", item))).toEqual([true, true, true, false]);
  expect(queue.add("a", "a7")).toBe(false);
});

test("clients are rejected once there are more of them than places", () => {
  const queue = fairQueue<string>({ maxPerClient: 2, maxShared: 3 });
  expect(["a", "b", "c", "d"].map((client) => queue.add(client, client))).toEqual([true, true, true, false]);
  queue.take();
  expect(queue.add("d", "d")).toBe(true);
});
