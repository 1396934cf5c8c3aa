import { expect, test } from "vitest";
import { changesBetween } from "./diff.js";

const changes = (before: string, after: string): string[] => {
  const [old, now] = [before.split(" ").filter(Boolean), after.split(" ").filter(Boolean)];
  return changesBetween(old, now).map(
    ({ oldAt, newAt, removed, added }) =>
      `-${old.slice(oldAt, oldAt + removed).join(" ")}+${now.slice(newAt, newAt + added).join(" ")}`,
  );
};

test.each([
  ["a b c", "a b c", []],
  ["", "", []],
  ["a b c", "a x c", ["-b+x"]],
  ["a b c d", "a d", ["-b c+"]],
  ["a d", "a b c d", ["-+b c"]],
  ["", "a b", ["-+a b"]],
  ["a b", "", ["-a b+"]],
  ["enter 2,000 here and 500 there", "enter 2,200 here and 500 there", ["-2,000+2,200"]],
])("%j to %j", (before, after, expected) => {
  expect(changes(before, after)).toEqual(expected);
});
