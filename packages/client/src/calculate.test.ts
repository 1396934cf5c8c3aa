import { describe, expect, it } from "vitest";
import { calculate, readValues } from "./index.js";
import { calculated, choice, end, number, set } from "./test/sets.js";

const total = calculated("total", "children * 2200 + others / 3", {
  calculation: { formula: "children * 2200 + others / 3", scale: 2, roundingMode: "CEILING" },
});

describe("calculate", () => {
  it("calculates a formula with its scale and rounding", () => {
    // 2 * 2200 + 100 / 3 = 4433.333...
    expect(calculate(total, { children: 2, others: 100 })?.toString()).toBe("4433.34");
    expect(calculate(total, new Map([["children", 1]]))?.toString()).toBe("2200");
  });

  it("is exact where binary floats are not", () => {
    const sum = calculated("sum", "a + b", {
      calculation: { formula: "a + b", scale: 20, roundingMode: "HALF_UP" },
    });
    expect(calculate(sum, { a: 0.1, b: 0.2 })?.toString()).toBe("0.3");
  });

  it("uses values that were calculated before", () => {
    const first = calculate(total, { children: 1 });
    if (first === undefined) throw new Error("no value");
    expect(calculate(calculated("double", "total * 2"), { total: first })?.toString()).toBe("4400");
    const foreign = { toString: () => "1.5", toFixed: () => "1.50", toNumber: () => 1.5 };
    expect(calculate(calculated("double", "total * 2"), { total: foreign })?.toString()).toBe("3");
  });

  it("compares words and yes or no", () => {
    const rate = calculated("rate", 'status == "MARRIED" ? 2 : joint ? 1 : 0');
    expect(calculate(rate, { status: "MARRIED" })?.toString()).toBe("2");
    expect(calculate(rate, { status: "SINGLE", joint: true })?.toString()).toBe("1");
    expect(calculate(rate, {})?.toString()).toBe("0");
  });

  it("rejects text where a number is needed, instead of treating it as zero", () => {
    expect(() => calculate(total, { children: "2" })).toThrow(
      "children is needed as a number; read typed answers with readValues first.",
    );
    expect(() => calculate(calculated("rich", "income > 200000"), { income: "250,000" })).toThrow(TypeError);
  });

  it("returns undefined for a question that is asked, or is not asked at all", () => {
    expect(calculate(number("children"), { children: 2 })).toBeUndefined();
    const dependent = calculated("double", "a * 2", { required: { whenRequired: "NEVER", when: "a > 5" } });
    expect(calculate(dependent, { a: 5, double: 99 })).toBeUndefined();
    expect(calculate(dependent, { a: 6 })?.toString()).toBe("12");
  });
});

describe("readValues", () => {
  it("reads typed answers by their questions and calculates", () => {
    const sets = [
      set("QS1", [choice("status", ["SINGLE"]), number("children", { validationRegex: "^[0-9,]+$" })], end()),
      set("QS2", [total, calculated("double", "total * 2")], end()),
    ];
    const values = readValues(sets, { status: "SINGLE", children: "1,000" });
    expect([...values].map(([id, value]) => [id, String(value)])).toEqual([
      ["status", "SINGLE"],
      ["children", "1000"],
      ["total", "2200000"],
      ["double", "4400000"],
    ]);
    expect(calculate(total, values)?.toString()).toBe("2200000");
  });
});
