import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createHeartbeat } from "./heartbeat.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function heartbeat() {
  const ping = vi.fn();
  const hung = vi.fn();
  return { ping, hung, beat: createHeartbeat({ ping, hung, everyMs: 1000 }) };
}

test("a worker that answers is pinged every second and never hung", () => {
  const { ping, hung, beat } = heartbeat();
  ping.mockImplementation(() => beat.answered());
  beat.start();
  vi.advanceTimersByTime(60_000);
  expect(ping).toHaveBeenCalledTimes(60);
  expect(hung).not.toHaveBeenCalled();
});

test("a worker that misses ten looks is hung, which is reported once, and pings do not pile up", () => {
  const { ping, hung, beat } = heartbeat();
  beat.start();
  vi.advanceTimersByTime(10_999);
  expect([hung.mock.calls.length, beat.isHung()]).toEqual([0, false]);
  vi.advanceTimersByTime(1);
  expect([hung.mock.calls.length, beat.isHung()]).toEqual([1, true]);
  vi.advanceTimersByTime(60_000);
  expect(hung).toHaveBeenCalledTimes(1);
  expect(ping).toHaveBeenCalledTimes(1);
});

test("an answer in the last moment counts for all that was missed", () => {
  const { hung, beat } = heartbeat();
  beat.start();
  vi.advanceTimersByTime(10_000);
  beat.answered();
  vi.advanceTimersByTime(10_000);
  expect(hung).not.toHaveBeenCalled();
});

test("nothing is noticed after the end", () => {
  const { hung, beat } = heartbeat();
  beat.start();
  beat.stop();
  vi.advanceTimersByTime(60_000);
  expect(hung).not.toHaveBeenCalled();
});

test("of the time for which a worker had no processor, nothing counts", () => {
  const ping = vi.fn();
  const hung = vi.fn();
  let waited = 5000;
  const beat = createHeartbeat({ ping, hung, everyMs: 1000, waitedMs: () => waited });
  beat.start();
  vi.advanceTimersByTime(1000);
  expect(ping).toHaveBeenCalledTimes(1);
  // It runs for a tenth of each second, so that it takes ten times as long to be found out.
  for (let second = 1; second <= 100; second++) {
    expect([second, hung.mock.calls.length]).toEqual([second, 0]);
    waited += 900;
    vi.advanceTimersByTime(1000);
  }
  // Tenths do not add up exactly, so it may take one more look.
  waited += 900;
  vi.advanceTimersByTime(1000);
  expect([hung.mock.calls.length, beat.isHung()]).toEqual([1, true]);
});

test("a look counts once at most, also where it is no longer known how long the worker waited", () => {
  const hung = vi.fn();
  let waited = 60_000;
  const beat = createHeartbeat({ ping: () => {}, hung, everyMs: 1000, waitedMs: () => waited });
  beat.start();
  vi.advanceTimersByTime(1000);
  waited = 0;
  vi.advanceTimersByTime(9000);
  expect(hung).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(hung).toHaveBeenCalledTimes(1);
});
