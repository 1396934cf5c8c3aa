import { describe, expect, it } from "vitest";
import { Decimal } from "./decimal.js";
import { evaluate, type Table, type Value } from "./evaluate.js";
import { parseExpression } from "./expression.js";

const number = (value: number | string): Decimal => new Decimal(value);

const wages: Table = {
  words: new Map<string, Table>([
    [
      "SINGLE",
      {
        bands: [
          { from: number(0), leads: number(90) },
          { from: number(10_000), leads: number(850) },
          { from: number(20_000), leads: number(1780) },
        ],
      },
    ],
  ]),
};

function result(source: string, answers: Readonly<Record<string, Value>> = {}): string | undefined {
  const value = evaluate(parseExpression(source), {
    value: (id) => (Object.hasOwn(answers, id) ? answers[id] : undefined),
    table: (name) => (name === "wages" ? wages : undefined),
    label: (id) => `label of ${id}`,
  });
  return value === undefined ? undefined : String(value);
}

describe("evaluate", () => {
  it("computes exactly where binary floats do not", () => {
    expect(result("0.1 + 0.2 == 0.3")).toBe("true");
    expect(result("1.005 * 1000")).toBe("1005");
    expect(result("99999999999999.99 + 0.01")).toBe("100000000000000");
    expect(result("1 / 3 * 3 == 1")).toBe("true");
  });

  it("knows the four operations, minus and comparisons", () => {
    const answers = { a: number(7), b: number(2) };
    expect(result("a + b", answers)).toBe("9");
    expect(result("a - b", answers)).toBe("5");
    expect(result("a * b", answers)).toBe("14");
    expect(result("a / b", answers)).toBe("3.5");
    expect(result("-a", answers)).toBe("-7");
    expect(
      ["a < b", "a <= b", "a > b", "a >= b", "a == b", "a != b"].map((one) => result(one, answers)),
    ).toEqual(["false", "false", "true", "true", "false", "true"]);
  });

  it("treats a missing answer as 0, false, or empty", () => {
    expect(result("wage + 5")).toBe("5");
    expect(result("max(wage, -1)")).toBe("0");
    expect(result("wage == 0")).toBe("true");
    expect(result("wage <= other")).toBe("true");
    expect(result("yes ? 1 : 2")).toBe("2");
    expect(result("yes == false")).toBe("true");
    expect(result("not yes")).toBe("true");
    expect(result('status == ""')).toBe("true");
    expect(result('status == "A"')).toBe("false");
    expect(result('status != "A"')).toBe("true");
    expect(result('includes(reasons, "A")')).toBe("false");
    expect(result('join("-", a, b)')).toBe("");
    expect(result("dollars(wage)")).toBe("");
  });

  it("does not order a missing date before or after a day", () => {
    expect(result('born < "1962-01-01"')).toBe("false");
    expect(result('born >= "1962-01-01"')).toBe("false");
    expect(result('"1962-01-01" > born')).toBe("false");
  });

  it("compares dates by the calendar", () => {
    const answers = { born: "1961-12-31" };
    expect(result('born < "1962-01-01"', answers)).toBe("true");
    expect(result('born <= "1961-12-31"', answers)).toBe("true");
    expect(result('born > "1961-12-30"', answers)).toBe("true");
  });

  it("has no number after a division by zero, and continues with 0", () => {
    expect(result("wage / 0", { wage: number(5) })).toBeUndefined();
    expect(result("wage / periods", { wage: number(5) })).toBeUndefined();
    expect(result("wage / 0 + 3", { wage: number(5) })).toBe("3");
  });

  it("does not evaluate the other branch, nor operands after and/or is decided", () => {
    expect(result("periods == 0 ? 0 : wage / periods", { wage: number(5) })).toBe("0");
    expect(result("true or wage / 0 > 1")).toBe("true");
    expect(result("false and wage / 0 > 1")).toBe("false");
  });

  it.each([
    [-5, "90"],
    [0, "90"],
    [9999.99, "90"],
    [10_000, "850"],
    [10_000.01, "850"],
    [19_999.99, "850"],
    [20_000, "1780"],
    [999_999_999_999, "1780"],
  ])("finds the band of %d", (wage, expected) => {
    expect(result('lookup(wages, "SINGLE", wage)', { wage: number(wage) })).toBe(expected);
  });

  it("finds the band of a quotient that was truncated just below its bound", () => {
    expect(result('lookup(wages, "SINGLE", 10000 / 3 * 3)')).toBe("850");
  });

  it("has no number for an unknown word, table, or key", () => {
    expect(result('lookup(wages, "JOINT", 5)')).toBeUndefined();
    expect(result("lookup(wages, status, 5)")).toBeUndefined();
    expect(result('lookup(wages, "SINGLE")')).toBeUndefined();
    expect(result('lookup(nowhere, "SINGLE", 5)')).toBeUndefined();
    expect(result('lookup(wages, "SINGLE", 5, 6)')).toBeUndefined();
  });

  it("finds the smallest and the largest value", () => {
    const answers = { a: number(3), b: number(-7), c: number(3) };
    expect(result("min(a, b, c)", answers)).toBe("-7");
    expect(result("max(a, b, c)", answers)).toBe("3");
  });

  it("looks into a multi-select", () => {
    const answers = { reasons: ["A", "C"] };
    expect(result('includes(reasons, "A")', answers)).toBe("true");
    expect(result('includes(reasons, "B")', answers)).toBe("false");
    expect(result("answered(reasons)", answers)).toBe("true");
    expect(result("answered(reasons)", { reasons: [] })).toBe("false");
  });

  it("knows whether a question was answered, even with no or zero", () => {
    expect(result("answered(a)", { a: false })).toBe("true");
    expect(result("answered(a)", { a: number(0) })).toBe("true");
    expect(result("answered(a)", { a: "" })).toBe("false");
    expect(result("answered(a)")).toBe("false");
  });

  it("extracts years and days from dates", () => {
    const answers = { born: "2004-02-29" };
    expect(result("year(born) + 1", answers)).toBe("2005");
    expect(result("endOfYear(born)", answers)).toBe("2004-12-31");
    expect(result('date(born, "MM/DD/YYYY")', answers)).toBe("02/29/2004");
    expect(result('date(born, "DD")', answers)).toBe("29");
    expect(result("year(born)")).toBeUndefined();
    expect(result("endOfYear(born)")).toBeUndefined();
    expect(result('date(born, "MM/DD/YYYY")')).toBe("");
  });

  it("divides a value", () => {
    const answers = { ssn: "XXX-XX-6789" };
    expect(result('part("-", ssn, 1)', answers)).toBe("XXX");
    expect(result('part("-", ssn, 3)', answers)).toBe("6789");
    expect(result('part("-", ssn, 4)', answers)).toBe("");
    expect(result('part("-", ssn, 1)')).toBe("");
  });

  it("joins the values that exist", () => {
    const answers = { a: "Main St", c: "Apt 5", d: ["X", "Y"] };
    expect(result('join(", ", a, b, c)', answers)).toBe("Main St, Apt 5");
    expect(result('join(" ", d, 3)', answers)).toBe("X, Y 3");
  });

  it.each([
    ["dollars(1234567.5)", "1,234,567.50"],
    ["dollars(0)", "0.00"],
    ["dollars(-1234.565)", "-1,234.57"],
    ["dollars(-0.001)", "0.00"],
    ["dollars(999.995)", "1,000.00"],
    ["whole(999.5)", "1,000"],
    ["whole(-999.5)", "-1,000"],
    ["whole(-0.4)", "0"],
    ["whole(100)", "100"],
  ])("prints %s as %s", (source, expected) => {
    expect(result(source)).toBe(expected);
  });

  it("asks the document for the label of a choice", () => {
    expect(result("label(status)", { status: "A" })).toBe("label of status");
  });
});
