import { type Expression, ExpressionError } from "./expression.js";
import type { ValueType } from "./types.js";

/** Finds the type of an expression, or throws an error that a content author understands. */
export function typeOf(
  expression: Expression,
  idType: (id: string) => ValueType | undefined,
  tableType: TableType = () => "number",
): ValueType {
  const inner = (node: Expression): ValueType => typeOf(node, idType, tableType);
  const need = (node: Expression, wanted: ValueType, what: string): void => {
    const found = inner(node);
    if (found !== wanted) throw new ExpressionError(`${what} needs a ${wanted}, not a ${found}`, 0);
  };
  switch (expression.kind) {
    case "number":
    case "text":
    case "boolean":
      return expression.kind;
    case "id": {
      const type = idType(expression.name);
      if (type === undefined) throw new ExpressionError(`unknown id "${expression.name}"`, 0);
      return type;
    }
    case "negate":
      need(expression.operand, "number", "a minus sign");
      return "number";
    case "not":
      need(expression.operand, "boolean", "not");
      return "boolean";
    case "choose": {
      const yes = inner(expression.yes);
      let node: Expression = expression;
      for (; node.kind === "choose"; node = node.no) {
        need(node.condition, "boolean", "the condition before ?");
        const other = inner(node.yes);
        if (yes !== other) throw new ExpressionError(`the two sides of ? : differ: ${yes} and ${other}`, 0);
      }
      const no = inner(node);
      if (yes !== no) throw new ExpressionError(`the two sides of ? : differ: ${yes} and ${no}`, 0);
      return yes;
    }
    case "binary":
      return binaryType(expression, inner, need);
    case "call":
      return callType(expression, inner, need, tableType);
  }
}

/** What a table of this name gives. */
type TableType = (name: string) => "number" | "text";

type Need = (node: Expression, wanted: ValueType, what: string) => void;

function binaryType(
  expression: Extract<Expression, { kind: "binary" }>,
  inner: (node: Expression) => ValueType,
  need: Need,
): ValueType {
  const { operator, left, right } = expression;
  if (operator === "and" || operator === "or") {
    need(left, "boolean", operator);
    need(right, "boolean", operator);
    return "boolean";
  }
  if (operator === "+" || operator === "-" || operator === "*" || operator === "/") {
    need(left, "number", operator);
    need(right, "number", operator);
    return "number";
  }
  const found = inner(left);
  const other = inner(right);
  const comparable = found === other || (isTextual(found) && isTextual(other));
  if (!comparable) throw new ExpressionError(`${operator} compares a ${found} with a ${other}`, 0);
  if (found === "multi") throw new ExpressionError(`${operator} cannot compare a multi; use includes()`, 0);
  if (operator !== "==" && operator !== "!=" && found === "boolean") {
    throw new ExpressionError(`${operator} cannot order a ${found}`, 0);
  }
  return "boolean";
}

/** A date is its ISO text, so `dateOfBirth < "1962-01-01"` compares correctly. */
function isTextual(type: ValueType): boolean {
  return type === "text" || type === "date";
}

function callType(
  expression: Extract<Expression, { kind: "call" }>,
  inner: (node: Expression) => ValueType,
  need: Need,
  tableType: TableType,
): ValueType {
  const { name, operands } = expression;
  const [first, second, third] = operands;
  const count = (min: number, max: number): void => {
    if (operands.length < min || operands.length > max)
      throw new ExpressionError(`${name}() has the wrong number of operands`, 0);
  };
  switch (name) {
    case "min":
    case "max":
      count(2, 20);
      for (const operand of operands) need(operand, "number", `${name}()`);
      return "number";
    case "lookup":
      count(2, 5);
      if (first?.kind !== "id") throw new ExpressionError("lookup() needs the name of a table", 0);
      for (const key of operands.slice(1)) inner(key);
      return tableType(first.name);
    case "includes":
      count(2, 2);
      if (first) need(first, "multi", "includes()");
      if (second) need(second, "text", "includes()");
      return "boolean";
    case "answered":
      count(1, 1);
      if (first) inner(first);
      return "boolean";
    case "year":
      count(1, 1);
      if (first) need(first, "date", "year()");
      return "number";
    case "endOfYear":
      count(1, 1);
      if (first) need(first, "date", "endOfYear()");
      return "date";
    case "join":
      count(2, 20);
      for (const operand of operands) inner(operand);
      return "text";
    case "part":
      count(3, 3);
      if (first) need(first, "text", "part()");
      if (second) need(second, "text", "part()");
      if (third) need(third, "number", "part()");
      return "text";
    case "dollars":
    case "whole":
      count(1, 1);
      if (first) need(first, "number", `${name}()`);
      return "text";
    case "label":
      count(1, 1);
      if (first?.kind !== "id")
        throw new ExpressionError("label() needs the id of a question with options", 0);
      return "text";
    case "date":
      count(2, 2);
      if (first) need(first, "date", "date()");
      if (second) need(second, "text", "date()");
      return "text";
  }
}
