import { expect, test } from "vitest";
import { restartPolicy } from "./restarts.js";

const failedStart = { readyMs: undefined, started: true, othersReady: true };

test("replaces a worker that was ready for ten seconds immediately", () => {
  expect(restartPolicy().exited({ ...failedStart, readyMs: 10_000 })).toBe(0);
});

test("replaces workers that exit soon after delays that double, up to 30 seconds, and never gives up", () => {
  const { ready, exited } = restartPolicy();
  const delays = Array.from({ length: 12 }, () => {
    ready();
    return exited({ ...failedStart, readyMs: 10, othersReady: false });
  });
  expect(delays.slice(0, 4)).toEqual([100, 200, 400, 800]);
  expect(delays.at(-1)).toBe(30_000);
  expect(exited({ ...failedStart, readyMs: 20_000 })).toBe(0);
  expect(exited({ ...failedStart, readyMs: 10 })).toBe(100);
});

test("gives up if the first worker cannot start", () => {
  expect(restartPolicy().exited({ ...failedStart, started: false, othersReady: false })).toBe("give up");
});

test("keeps trying while other workers are ready", () => {
  const { exited } = restartPolicy();
  const delays = Array.from({ length: 20 }, () => exited(failedStart));
  expect(delays).not.toContain("give up");
});

test("gives up after five failed starts if no worker is left", () => {
  const { exited } = restartPolicy();
  const delays = Array.from({ length: 5 }, () => exited({ ...failedStart, othersReady: false }));
  expect(delays).toEqual([100, 200, 400, 800, "give up"]);
});
