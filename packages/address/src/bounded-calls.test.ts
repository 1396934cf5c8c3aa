import { expect, test } from "vitest";
import { boundedCalls } from "./bounded-calls.js";

test("runs a limited number of calls, queues a limited number, and rejects more immediately", async () => {
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const bounded = boundedCalls<number>({ concurrency: 2, queue: 1 });
  const call = (number: number) =>
    bounded(
      () =>
        new Promise((resolve) => {
          started.push(number);
          ends.push(() => resolve(number));
        }),
    );
  const calls = [call(1), call(2), call(3)];
  expect(call(4)).toBeUndefined();
  expect(started).toEqual([1, 2]);
  ends[0]?.();
  expect(await calls[0]).toBe(1);
  expect(started).toEqual([1, 2, 3]);
  ends[1]?.();
  ends[2]?.();
  expect(await Promise.all(calls)).toEqual([1, 2, 3]);
  // All calls have finished, so there is room again.
  void call(5);
  expect(started).toEqual([1, 2, 3, 5]);
});

test("a failed call makes room, too", async () => {
  const bounded = boundedCalls<string>({ concurrency: 1, queue: 1 });
  const failing = bounded(() => Promise.reject(new Error("down")));
  const next = bounded(() => Promise.resolve("up"));
  await expect(failing).rejects.toThrow("down");
  expect(await next).toBe("up");
});
