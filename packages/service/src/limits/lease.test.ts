import { expect, test } from "vitest";
import type { RateCounter, Taken } from "./counter.js";
import { alone } from "./fallback.js";
import { leases } from "./lease.js";
import { memoryCounter } from "./memory.js";

const windowMs = 60_000;

/** A counter of this process that remembers the amounts that were taken. */
function noted(now: () => number = () => 0) {
  const counter = memoryCounter(now);
  const amounts: number[] = [];
  const noting = alone({
    take(name, amount, limit, length) {
      amounts.push(amount);
      return counter.take(name, amount, limit, length);
    },
  });
  return { counter: noting, amounts };
}

/** A counter of another process, which answers when the test says so. */
function remote() {
  const asked: { amount: number; answer: (taken: Taken) => void }[] = [];
  const counter: RateCounter = {
    takeNow: () => undefined,
    take: (_name, amount) => new Promise((answer) => asked.push({ amount, answer })),
  };
  return { counter, asked };
}

test("with a small limit each request is counted on its own", () => {
  const { counter, amounts } = noted();
  const { admitNow } = leases({ counter, policy: "login", limit: 3, windowMs, now: () => 0 });
  expect([admitNow("a"), admitNow("a"), admitNow("a"), admitNow("a"), admitNow("a")]).toEqual([
    { allowed: true, remaining: 2, seconds: 60 },
    { allowed: true, remaining: 1, seconds: 60 },
    { allowed: true, remaining: 0, seconds: 60 },
    { allowed: false, remaining: 0, seconds: 60 },
    { allowed: false, remaining: 0, seconds: 60 },
  ]);
  // Rejections take no more units.
  expect(amounts).toEqual([1, 1, 1]);
});

test("with a large limit a hundredth is leased at a time, and little toward the end", () => {
  const { counter, amounts } = noted();
  const { admitNow } = leases({ counter, policy: "key", limit: 12_000, windowMs, now: () => 0 });
  for (let request = 1; request <= 12_000; request++)
    expect(admitNow("a")).toEqual({ allowed: true, remaining: 12_000 - request, seconds: 60 });
  expect(admitNow("a")).toEqual({ allowed: false, remaining: 0, seconds: 60 });
  expect(amounts.slice(0, 3)).toEqual([120, 120, 120]);
  expect(amounts.slice(-3)).toEqual([1, 1, 1]);
  expect(amounts.length).toBeLessThan(300);
});

test("processes that share a counter admit the limit together, minus the blocks of idle ones", () => {
  const counter = alone(memoryCounter(() => 0));
  const admits = Array.from({ length: 4 }, () =>
    leases({ counter, policy: "key", limit: 1000, windowMs, now: () => 0 }),
  );
  let allowed = 0;
  // Three of them get one request only and keep the rest of a block of 10.
  for (const [index, { admitNow }] of admits.entries())
    for (let request = 0; request < (index === 3 ? 2000 : 1); request++) {
      if (admitNow("a")?.allowed === true) allowed++;
    }
  expect(allowed).toBe(1000 - 3 * 9);
});

test("a request of several units takes them together, or none of them", () => {
  const { counter, amounts } = noted();
  const { admitNow } = leases({ counter, policy: "key", limit: 10, windowMs, now: () => 0 });
  expect([admitNow("a", 4), admitNow("a", 4), admitNow("a", 4), admitNow("a", 2), admitNow("a", 1)]).toEqual([
    { allowed: true, remaining: 6, seconds: 60 },
    { allowed: true, remaining: 2, seconds: 60 },
    { allowed: false, remaining: 2, seconds: 60 },
    { allowed: true, remaining: 0, seconds: 60 },
    { allowed: false, remaining: 0, seconds: 60 },
  ]);
  expect(amounts).toEqual([4, 4, 4]);
});

test("the rest of a block is used before more units are taken", () => {
  const { counter, amounts } = noted();
  const { admitNow } = leases({ counter, policy: "key", limit: 1000, windowMs, now: () => 0 });
  expect(admitNow("a", 7)).toEqual({ allowed: true, remaining: 993, seconds: 60 });
  expect(admitNow("a", 30)).toEqual({ allowed: true, remaining: 963, seconds: 60 });
  expect(amounts).toEqual([10, 27]);
});

test("a request that costs more than the limit is admitted for the whole limit", () => {
  const { counter } = noted();
  const { admitNow } = leases({ counter, policy: "key", limit: 10, windowMs, now: () => 0 });
  expect(admitNow("a", 25)).toEqual({ allowed: true, remaining: 0, seconds: 60 });
});

test("pending requests are admitted while units are left", async () => {
  const { counter, asked } = remote();
  const { admit } = leases({ counter, policy: "key", limit: 6, windowMs, now: () => 0 });
  const admissions = [admit("a", 2), admit("a", 3), admit("a", 5), admit("a", 1)];
  asked[0]?.answer({ granted: 2, remaining: 4, resetsInMs: windowMs });
  await admissions[0];
  expect(asked.map(({ amount }) => amount)).toEqual([2, 9]);
  asked[1]?.answer({ granted: 4, remaining: 0, resetsInMs: windowMs });
  const allowed = (await Promise.all(admissions)).map((decision) => decision.allowed);
  expect(allowed).toEqual([true, true, false, true]);
});

test("a new window starts when the old one ends", () => {
  let time = 0;
  const counter = alone(memoryCounter(() => time));
  const { admitNow } = leases({ counter, policy: "key", limit: 1, windowMs, now: () => time });
  expect(admitNow("a")).toMatchObject({ allowed: true });
  time = 59_500;
  expect(admitNow("a")).toEqual({ allowed: false, remaining: 0, seconds: 1 });
  time = 60_000;
  expect(admitNow("a")).toEqual({ allowed: true, remaining: 0, seconds: 60 });
});

test("names are counted separately, and the number of names is bounded", () => {
  const { counter, amounts } = noted();
  const { admitNow } = leases({ counter, policy: "key", limit: 10_000, windowMs, now: () => 0, max: 2 });
  for (const name of ["a", "b", "a", "b"]) expect(admitNow(name)).toMatchObject({ allowed: true });
  expect(amounts).toHaveLength(2);
  for (const name of ["c", "a"]) expect(admitNow(name)).toMatchObject({ allowed: true });
  expect(amounts).toHaveLength(4);
});

test("requests that come while a counter is asked share its answer, and are admitted in order", async () => {
  const { counter, asked } = remote();
  const { admit } = leases({ counter, policy: "key", limit: 4, windowMs, now: () => 0 });
  const admissions = Array.from({ length: 5 }, () => admit("a"));
  expect(asked.map(({ amount }) => amount)).toEqual([1]);
  asked[0]?.answer({ granted: 1, remaining: 3, resetsInMs: windowMs });
  await admissions[0];
  expect(asked.map(({ amount }) => amount)).toEqual([1, 4]);
  asked[1]?.answer({ granted: 3, remaining: 0, resetsInMs: windowMs });
  const allowed = (await Promise.all(admissions)).map((decision) => decision.allowed);
  expect(allowed).toEqual([true, true, true, true, false]);
});
