import { describe, expect, it } from "vitest";
import { Decimal, order, round } from "./decimal.js";
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
  ])("takes %s to %i places by %s as %s", (value, scale, mode, expected) => {
    expect(rounded(value, scale, mode)).toBe(expected);
  });

  it("rounds half up where no mode is named", () => {
    expect(rounded("0.5", 0)).toBe("1");
    expect(rounded("0.125", 2)).toBe("0.13");
  });

  it("never gives a negative zero", () => {
    expect(rounded("-0.4", 0, "HALF_UP")).toBe("0");
    expect(rounded("-0.004", 2, "CEILING")).toBe("0.00");
    expect(Object.is(round(new Decimal("-0.4"), 0).toNumber(), 0)).toBe(true);
  });

  it("does not take the cut of a quotient for a remainder", () => {
    const two = new Decimal(2).div(3).times(3);
    expect(round(two, 0, "CEILING").toFixed()).toBe("2");
    const one = new Decimal(1).div(3).times(3);
    expect(round(one, 0, "FLOOR").toFixed()).toBe("1");
    expect(round(new Decimal(1).div(3).times(1.5), 0, "HALF_UP").toFixed()).toBe("1");
  });
});

describe("order", () => {
  it("takes a quotient multiplied back for the number it was", () => {
    expect(order(new Decimal(2).div(3).times(3), new Decimal(2))).toBe(0);
    expect(order(new Decimal(1000).div(7).times(7), new Decimal(1000))).toBe(0);
  });

  it("still tells apart what differs by a millionth of a cent", () => {
    expect(order(new Decimal("0.00000001"), new Decimal(0))).toBe(1);
    expect(order(new Decimal(1).div(3), new Decimal("0.33333333"))).toBe(1);
  });
});
