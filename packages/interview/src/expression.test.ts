import { describe, expect, it } from "vitest";
import { Decimal } from "./decimal.js";
import { type Expression, ExpressionError, idsOf, parseExpression } from "./expression.js";

/** The tree with every operation in parentheses, operator first. */
function shape(node: Expression): string {
  switch (node.kind) {
    case "number":
      return node.value.toFixed();
    case "text":
      return `"${node.value}"`;
    case "boolean":
      return String(node.value);
    case "id":
      return node.name;
    case "negate":
      return `(neg ${shape(node.operand)})`;
    case "not":
      return `(not ${shape(node.operand)})`;
    case "binary":
      return `(${node.operator} ${shape(node.left)} ${shape(node.right)})`;
    case "choose":
      return `(? ${shape(node.condition)} ${shape(node.yes)} ${shape(node.no)})`;
    case "call":
      return `(${node.name} ${node.operands.map(shape).join(" ")})`;
  }
}

function fault(source: string): { message: string; position: number } {
  try {
    parseExpression(source);
  } catch (error) {
    if (error instanceof ExpressionError) return { message: error.message, position: error.position };
    throw error;
  }
  throw new Error(`${source} was taken`);
}

describe("parseExpression", () => {
  it.each([
    ["a + b * c", "(+ a (* b c))"],
    ["(a + b) * c", "(* (+ a b) c)"],
    ["a - b - c", "(- (- a b) c)"],
    ["a / b / c", "(/ (/ a b) c)"],
    ["-a * b", "(* (neg a) b)"],
    ["a - -b", "(- a (neg b))"],
    ["a + b > c", "(> (+ a b) c)"],
    ["a or b and c", "(or a (and b c))"],
    ["a and b or c", "(or (and a b) c)"],
    ["not a == b", "(not (== a b))"],
    ["not a and b", "(and (not a) b)"],
    ["not not a", "(not (not a))"],
    ["(not a) == b", "(== (not a) b)"],
    ["a or not b == c and d", "(or a (and (not (== b c)) d))"],
    ["a and b < c - d or e", "(or (and a (< b (- c d))) e)"],
    ["a * b + c == d or e", "(or (== (+ (* a b) c) d) e)"],
    ["a ? b : c ? d : e", "(? a b (? c d e))"],
    ["a ? b ? 1 : 2 : 3", "(? a (? b 1 2) 3)"],
    ["a or b ? c : d", "(? (or a b) c d)"],
    ["a + (b ? 1 : 2)", "(+ a (? b 1 2))"],
    ["min(a, b ? 1 : 2, 3)", "(min a (? b 1 2) 3)"],
    ["lookup(wages, status, wage + 1) >= 5", "(>= (lookup wages status (+ wage 1)) 5)"],
    ["employee.firstName", "employee.firstName"],
    ["true and false", "(and true false)"],
  ])("reads %s as %s", (source, expected) => {
    expect(shape(parseExpression(source))).toBe(expected);
  });

  it("reads numbers exactly, with and without a fraction", () => {
    expect(parseExpression("0.1")).toEqual({ kind: "number", value: new Decimal("0.1") });
    expect(parseExpression("12345678901234567890.12")).toEqual({
      kind: "number",
      value: new Decimal("12345678901234567890.12"),
    });
  });

  it("reads quoted strings with spaces, punctuation, and letters of any language", () => {
    expect(parseExpression('"Año 1: (a) and not b"')).toEqual({
      kind: "text",
      value: "Año 1: (a) and not b",
    });
    expect(parseExpression('""')).toEqual({ kind: "text", value: "" });
  });

  it("treats line breaks and tabs as spaces", () => {
    expect(shape(parseExpression("\n a\t+\r\n b \n"))).toBe("(+ a b)");
  });

  it("reads function names as IDs if no parenthesis follows", () => {
    expect(shape(parseExpression("date == year"))).toBe("(== date year)");
  });

  it.each([
    ["a +", 'unexpected "end of formula"', 3],
    ["", 'unexpected "end of formula"', 0],
    ["   ", 'unexpected "end of formula"', 3],
    ["a b", 'unexpected "b"', 2],
    ["a ? b", 'expected ":" but found "end of formula"', 5],
    ["(a + b", 'expected ")" but found "end of formula"', 6],
    ["a + b)", 'unexpected ")"', 5],
    ["min(a, ", 'unexpected "end of formula"', 7],
    ["min(a b)", 'expected ")" but found "b"', 6],
    ["a < b < c", 'unexpected "<"', 6],
    ["a or b < c <= d", 'unexpected "<="', 11],
    ["not a < b < c", 'unexpected "<"', 10],
    ["a == not b", 'unexpected "not"', 5],
    ["a + not b", 'unexpected "not"', 4],
    ["a = b", 'unexpected "="', 2],
    ["a && b", 'unexpected "&"', 2],
    ["a || b", 'unexpected "|"', 2],
    ["!a", 'unexpected "!"', 0],
    ["a % b", 'unexpected "%"', 2],
    ["a ** b", 'unexpected "*"', 3],
    ["a[0]", 'unexpected "["', 1],
    ["a;b", 'unexpected ";"', 1],
    ["`a`", 'unexpected "`"', 0],
    ["'a'", 'unexpected "\'"', 0],
    ["{a: 1}", 'unexpected "{"', 0],
    ["a\\b", 'unexpected "\\"', 1],
    ["a + €", 'unexpected "€"', 4],
    ["a + 😀", 'unexpected "😀"', 4],
    ['"open', 'unexpected """', 0],
    ["2x", 'unexpected "x"', 1],
    ["1e5", 'unexpected "e5"', 1],
    [".5", 'unexpected "."', 0],
    ["5.", 'unexpected "."', 1],
    ["1.2.3", 'unexpected "."', 3],
    ["a.", 'unexpected "."', 1],
    ["and", 'unexpected "and"', 0],
    ["a and or b", 'unexpected "or"', 6],
    ["eval(a)", 'unknown function "eval"', 0],
    ["1 + constructor(a)", 'unknown function "constructor"', 4],
    ["a.b(c)", 'unknown function "a.b"', 0],
    ["min (a, b)(c)", 'unexpected "("', 10],
    ["a => b", 'unexpected "="', 2],
  ])("rejects %j: %s at %i", (source, message, position) => {
    expect(fault(source)).toEqual({ message, position });
  });

  it("rejects extreme nesting instead of exhausting the stack", () => {
    for (const source of [
      `${"(".repeat(50_000)}a${")".repeat(50_000)}`,
      `${"-".repeat(50_000)}a`,
      `${"not ".repeat(50_000)}a`,
      `${"min(".repeat(50_000)}a`,
      `${"a ? ".repeat(50_000)}1`,
    ])
      expect(fault(source).message).toBe("is nested too deeply");
  });

  it("reads a chain of thousands of choices", () => {
    const chain = Array.from({ length: 5000 }, (_, index) => `a < ${index} ? ${index} : `).join("");
    expect(idsOf(parseExpression(`${chain}b`))).toEqual(["a", "b"]);
  });
});

describe("idsOf", () => {
  it("lists each ID once, in order of appearance", () => {
    expect(idsOf(parseExpression('b + a * b > max(c, -a) ? d : e == "f"'))).toEqual([
      "b",
      "a",
      "c",
      "d",
      "e",
    ]);
  });

  it("does not treat the name of a table as an ID", () => {
    expect(idsOf(parseExpression("lookup(wages, status, wage) + wages"))).toEqual([
      "status",
      "wage",
      "wages",
    ]);
  });
});
