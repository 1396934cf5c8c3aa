import { expect, test } from "vitest";
import { variables } from "../../service/src/config.js";
import { timeLimits } from "./time-limits.js";

test("every setting that is a time limit is at its max", () => {
  const limits = Object.entries(variables).filter(([name]) => /TIMEOUT/.test(name));
  expect(timeLimits).toEqual(
    Object.fromEntries(limits.map(([name, { rule }]) => [name, /to ([0-9]+)$/.exec(rule)?.[1]])),
  );
});
