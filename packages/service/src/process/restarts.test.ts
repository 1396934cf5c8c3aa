import { expect, test } from "vitest";
import { restartPolicy } from "./restarts.js";

const unready = { lived: undefined, started: true, alive: true, told: false };

test("one that lived is replaced at once", () => {
  expect(restartPolicy().ended({ ...unready, lived: 10_000 })).toBe(0);
});

test("those that die young are replaced after pauses that double, up to half a minute", () => {
  const { ready, ended } = restartPolicy();
  const pauses = Array.from({ length: 12 }, () => {
    ready();
    return ended({ ...unready, lived: 10, alive: false });
  });
  expect(pauses.slice(0, 4)).toEqual([100, 200, 400, 800]);
  expect(pauses.at(-1)).toBe(30_000);
  expect(ended({ ...unready, lived: 20_000 })).toBe(0);
  expect(ended({ ...unready, lived: 10 })).toBe(100);
});

test("at the first start a worker that says why it cannot ends the service", () => {
  expect(restartPolicy().ended({ ...unready, started: false, alive: false, told: true })).toBe("give up");
});

test("at the first start one that dies without a word is tried five times", () => {
  const { ended } = restartPolicy();
  const how = { ...unready, started: false };
  expect(Array.from({ length: 5 }, () => ended(how))).toEqual([100, 200, 400, 800, "give up"]);
});

test("while others answer requests it is tried again, however often it cannot start", () => {
  const { ended } = restartPolicy();
  const pauses = Array.from({ length: 20 }, () => ended({ ...unready, told: true }));
  expect(pauses).not.toContain("give up");
});

test("when nobody is left it ends after five tries", () => {
  const { ended } = restartPolicy();
  const how = { ...unready, alive: false, told: true };
  expect(Array.from({ length: 5 }, () => ended(how)).at(-1)).toBe("give up");
});
