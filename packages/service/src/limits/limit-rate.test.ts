import type { FastifyReply, FastifyRequest } from "fastify";
import { afterEach, expect, test, vi } from "vitest";
import { type LimitHook, rateLimit } from "./limit-rate.js";
import { memoryCounter } from "./memory.js";

afterEach(() => {
  vi.useRealTimers();
});

/** A limit of requests by caller "a", and how many takes its counter saw. */
function limited(limit: number) {
  vi.useFakeTimers();
  const counter = memoryCounter();
  const take = vi.fn(counter.take);
  const { count, check, countWork } = rateLimit({ take }, "key", limit, () => "a");
  const ask = (hook: LimitHook): Promise<string> =>
    new Promise((resolve) => {
      const headers = new Map<string, string>();
      const reply = { header: (name: string, value: string) => headers.set(name, value) };
      hook({} as FastifyRequest, reply as unknown as FastifyReply, (error) =>
        resolve(`${error === undefined ? "allowed" : "rejected"} ${headers.get("ratelimit")}`),
      );
    });
  return {
    take,
    check: () => ask(check),
    one: () => ask(count),
    several: (units: number) => ask(countWork(() => units)),
  };
}

test("the header says what is left, and above the limit requests are rejected", async () => {
  const { one } = limited(2);
  expect([await one(), await one(), await one()]).toEqual([
    'allowed "key";r=1;t=60',
    'allowed "key";r=0;t=60',
    'rejected "key";r=0;t=60',
  ]);
});

test("a request of several units takes them together, or none of them", async () => {
  const { several } = limited(10);
  expect([await several(4), await several(4), await several(4), await several(2), await several(1)]).toEqual([
    'allowed "key";r=6;t=60',
    'allowed "key";r=2;t=60',
    'rejected "key";r=2;t=60',
    'allowed "key";r=0;t=60',
    'rejected "key";r=0;t=60',
  ]);
});

test("a request that costs more than the limit is admitted for the whole limit", async () => {
  expect(await limited(10).several(25)).toBe('allowed "key";r=0;t=60');
});

test("a check counts nothing, and rejects when nothing is left", async () => {
  const { check, one } = limited(1);
  expect(await check()).toBe('allowed "key";r=1;t=60');
  expect(await one()).toBe('allowed "key";r=0;t=60');
  expect(await check()).toBe('rejected "key";r=0;t=60');
});

test("rejected requests do not reach the counter until the window ends", async () => {
  const { one, take } = limited(1);
  await one();
  for (let request = 0; request < 5; request++) expect(await one()).toContain("rejected");
  expect(take).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(59_500);
  expect(await one()).toBe('rejected "key";r=0;t=1');
  vi.advanceTimersByTime(500);
  expect(await one()).toBe('allowed "key";r=0;t=60');
  expect(take).toHaveBeenCalledTimes(2);
});
