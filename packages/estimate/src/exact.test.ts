import { expect, test } from "vitest";
import { exact } from "./exact.js";

test("a quotient is not cut off", () => {
  expect(exact(2).over(3).times(3).isBelow(2)).toBe(false);
  expect(exact("0.1").plus(exact("0.2")).minus(exact("0.3")).toString()).toBe("0.00");
});

test("half a cent goes up, and less goes down", () => {
  const rounded = ["1.005", "1.0049", "0.005", "0", "2.675", "-1.234"].map((text) => exact(text).toString());
  expect(rounded).toEqual(["1.01", "1.00", "0.01", "0.00", "2.68", "-1.23"]);
});

test.each(["", "1,000", "1e3", "abc", " 1", ".5", "5."])("%j is no number", (text) => {
  expect(() => exact(text)).toThrow(RangeError);
});
