import { describe, expect, it } from "vitest";
import { parseExpression } from "./expression.js";
import type { ValueType } from "./types.js";
import { typeOf } from "./typing.js";

const types: Readonly<Record<string, ValueType>> = {
  wage: "number",
  status: "text",
  yes: "boolean",
  born: "date",
  reasons: "multi",
};
const type = (source: string): ValueType =>
  typeOf(parseExpression(source), (id) => (Object.hasOwn(types, id) ? types[id] : undefined));

describe("typeOf", () => {
  it.each<[string, ValueType]>([
    ["1 + wage * 2", "number"],
    ["-wage", "number"],
    ["wage > 5", "boolean"],
    ["not yes and wage == 1", "boolean"],
    ["yes == true", "boolean"],
    ['status != "A"', "boolean"],
    ['born < "1962-01-01"', "boolean"],
    ["yes ? wage : 0", "number"],
    ['yes ? "A" : status', "text"],
    ["min(wage, 1, 2)", "number"],
    ["lookup(wages, status, wage)", "number"],
    ['includes(reasons, "A")', "boolean"],
    ["answered(reasons)", "boolean"],
    ["year(born)", "number"],
    ["endOfYear(born)", "date"],
    ['join(" ", status, wage)', "text"],
    ['part("-", status, 2)', "text"],
    ["dollars(wage)", "text"],
    ["whole(wage)", "text"],
    ["label(status)", "text"],
    ['date(born, "MM/DD/YYYY")', "text"],
  ])("finds that %s is a %s", (source, expected) => {
    expect(type(source)).toBe(expected);
  });

  it.each([
    ["nobody + 1", 'unknown id "nobody"'],
    ["constructor", 'unknown id "constructor"'],
    ["status + 1", "+ needs a number, not a text"],
    ["wage and yes", "and needs a boolean, not a number"],
    ["yes or wage", "or needs a boolean, not a number"],
    ["not wage", "not needs a boolean, not a number"],
    ["-yes", "a minus sign needs a number, not a boolean"],
    ["wage == status", "== compares a number with a text"],
    ["yes < true", "< cannot order a boolean"],
    ["reasons == reasons", "== cannot compare a multi; use includes()"],
    ["reasons < reasons", "< cannot compare a multi; use includes()"],
    ["wage ? 1 : 2", "the condition before ? needs a boolean, not a number"],
    ["yes ? 1 : status", "the two sides of ? : differ: number and text"],
    ["yes ? 1 : yes ? status : 2", "the two sides of ? : differ: number and text"],
    ["min(wage)", "min() has the wrong number of operands"],
    ["max(wage, yes)", "max() needs a number, not a boolean"],
    ["lookup(wage)", "lookup() has the wrong number of operands"],
    ["lookup(1, wage)", "lookup() needs the name of a table"],
    ["includes(status, status)", "includes() needs a multi, not a text"],
    ["includes(reasons, wage)", "includes() needs a text, not a number"],
    ["answered()", "answered() has the wrong number of operands"],
    ["year(status)", "year() needs a date, not a text"],
    ["endOfYear(wage)", "endOfYear() needs a date, not a number"],
    ["dollars(status)", "dollars() needs a number, not a text"],
    ["whole(yes)", "whole() needs a number, not a boolean"],
    ["label(1)", "label() needs the id of a question with options"],
    ['date(status, "MM")', "date() needs a date, not a text"],
    ["date(born, wage)", "date() needs a text, not a number"],
    ["join(status)", "join() has the wrong number of operands"],
    ['part("-", status)', "part() has the wrong number of operands"],
    ['part("-", status, status)', "part() needs a number, not a text"],
    ['part("-", wage, 1)', "part() needs a text, not a number"],
  ])("rejects %s: %s", (source, message) => {
    expect(() => type(source)).toThrow(message);
  });

  it("types a lookup by what its table gives", () => {
    const gives = (name: string) => (name === "names" ? "text" : "number");
    const typed = (source: string) => typeOf(parseExpression(source), (id) => types[id], gives);
    expect(typed("lookup(names, wage)")).toBe("text");
    expect(typed("lookup(wages, wage)")).toBe("number");
    expect(typed('lookup(names, wage) == "A"')).toBe("boolean");
    expect(() => typed("lookup(names, wage) + 1")).toThrow("+ needs a number, not a text");
  });

  it("infers the type of a chain of thousands of choices", () => {
    const chain = Array.from({ length: 5000 }, (_, index) => `wage < ${index} ? ${index} : `).join("");
    expect(type(`${chain}0`)).toBe("number");
  });
});
