import { describe, expect, it } from "vitest";
import { Decimal, fixed, minus, order, plus, round, times } from "./decimal.js";
import type { RoundingMode } from "./types.js";

const rounded = (value: string, scale: number, mode?: RoundingMode): string =>
  round(new Decimal(value), scale, mode).toFixed(scale);

describe("round", () => {
  it.each<[string, number, RoundingMode, string]>([
    ["1.2", 0, "CEILING", "2"],
    ["-1.2", 0, "CEILING", "-1"],
    ["1.0", 0, "CEILING", "1"],
    ["1.8", 0, "FLOOR", "1"],
    ["-1.2", 0, "FLOOR", "-2"],
    ["2.5", 0, "HALF_UP", "3"],
    ["-2.5", 0, "HALF_UP", "-3"],
    ["-2.4", 0, "HALF_UP", "-2"],
    ["1.005", 2, "HALF_UP", "1.01"],
    ["-1.005", 2, "HALF_UP", "-1.01"],
    ["1.001", 2, "CEILING", "1.01"],
    ["-1.009", 2, "CEILING", "-1.00"],
    ["-1.001", 2, "FLOOR", "-1.01"],
  ])("rounds %s to %i places by %s to %s", (value, scale, mode, expected) => {
    expect(rounded(value, scale, mode)).toBe(expected);
  });

  it("rounds half up by default", () => {
    expect(rounded("0.5", 0)).toBe("1");
    expect(rounded("0.125", 2)).toBe("0.13");
  });

  it("never returns a negative zero", () => {
    expect(rounded("-0.4", 0, "HALF_UP")).toBe("0");
    expect(rounded("-0.004", 2, "CEILING")).toBe("0.00");
    expect(Object.is(round(new Decimal("-0.4"), 0).toNumber(), 0)).toBe(true);
  });

  it("does not treat a truncated quotient as a remainder", () => {
    const two = new Decimal(2).div(3).times(3);
    expect(round(two, 0, "CEILING").toFixed()).toBe("2");
    const one = new Decimal(1).div(3).times(3);
    expect(round(one, 0, "FLOOR").toFixed()).toBe("1");
    expect(round(new Decimal(1).div(3).times(1.5), 0, "HALF_UP").toFixed()).toBe("1");
  });
});

describe("order", () => {
  it("treats a quotient multiplied back as the original number", () => {
    expect(order(new Decimal(2).div(3).times(3), new Decimal(2))).toBe(0);
    expect(order(new Decimal(1000).div(7).times(7), new Decimal(1000))).toBe(0);
  });

  it("still distinguishes numbers that differ by a millionth of a cent", () => {
    expect(order(new Decimal("0.00000001"), new Decimal(0))).toBe(1);
    expect(order(new Decimal(1).div(3), new Decimal("0.33333333"))).toBe(1);
  });
});

describe("whole numbers of up to seven digits", () => {
  const edges = [
    "0",
    "-0",
    "1",
    "-1",
    "7",
    "9999999",
    "-9999999",
    "10000000",
    "0.5",
    "-0.01",
    "123456789.25",
  ];
  const pairs = edges.flatMap((left) =>
    edges.map((right): [Decimal, Decimal] => [new Decimal(left), new Decimal(right)]),
  );

  it("are computed exactly like all others", () => {
    for (const [left, right] of pairs) {
      expect(plus(left, right).equals(left.plus(right)), `${left} + ${right}`).toBe(true);
      expect(minus(left, right).equals(left.minus(right)), `${left} - ${right}`).toBe(true);
      expect(times(left, right).equals(left.times(right)), `${left} * ${right}`).toBe(true);
      expect(order(left, right) < 0, `${left} before ${right}`).toBe(left.lt(right));
      expect(order(left, right) > 0, `${left} after ${right}`).toBe(left.gt(right));
    }
  });

  it.each([
    ["9999999", 2, "9999999.00"],
    ["10000000", 2, "10000000.00"],
    ["-0", 2, "0.00"],
    ["-0", 0, "0"],
    ["-25", 0, "-25"],
    ["-0.004", 2, "0.00"],
    ["1250.5", 2, "1250.50"],
    ["-0.5", 4, "-0.5000"],
    ["123456789012345.25", 2, "123456789012345.25"],
    ["123456789012345.255", 2, "123456789012345.26"],
  ])("are written as the others are: %s with %i places is %s", (value, scale, text) => {
    expect(fixed(new Decimal(value), scale)).toBe(text);
  });

  it("are written as decimal.js writes them, however many places they have", () => {
    for (const whole of ["0", "1", "9999999", "10000000", "123456789012"])
      for (const part of ["", ".1", ".25", ".005", ".125", ".9999"])
        for (const scale of [0, 1, 2, 3, 5]) {
          const value = new Decimal(`${whole}${part}`);
          expect(fixed(value, scale)).toBe(value.toFixed(scale, Decimal.ROUND_HALF_UP));
        }
  });
});
