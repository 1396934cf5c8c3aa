import { order } from "./decimal.js";
import type { Expression } from "./expression.js";
import { binary, choose, no, print, yes } from "./publish.js";

/**
 * A shorter expression with the same value. A condition that is already decided where it is asked again is left out, and so
 * is arithmetic with a 0 that stands for a question that is not asked.
 */
export function simplify(expression: Expression, known?: Fact): Expression {
  switch (expression.kind) {
    case "choose":
      return simplifyChoice(expression, known);
    case "binary": {
      const { operator } = expression;
      return folded(operator, simplify(expression.left, known), simplify(expression.right, known));
    }
    case "negate":
      return { kind: "negate", operand: simplify(expression.operand, known) };
    case "call":
      return {
        ...expression,
        operands: expression.operands.map((operand) => simplify(operand, known)),
      };
    default:
      return expression;
  }
}

/** Conditions that are decided in a branch, the latest first. */
interface Fact {
  readonly condition: Expression;
  readonly isTrue: boolean;
  /** Of an `id == "word"`. */
  readonly id?: string;
  readonly before: Fact | undefined;
}

type Choice = Extract<Expression, { kind: "choose" }>;

function simplifyChoice(expression: Choice, known: Fact | undefined): Expression {
  const condition = simplify(expression.condition, known);
  const decided = decide(condition, known);
  if (decided !== undefined) return simplify(decided ? expression.yes : expression.no, known);
  // not a ? b : c
  if (isNot(condition)) return simplify(choose(condition.condition, expression.no, expression.yes), known);
  const then = simplify(expression.yes, learn(condition, true, known));
  const otherwise = simplify(expression.no, learn(condition, false, known));
  if (isBoolean(then, true) && isBoolean(otherwise, false)) return condition;
  return isSame(then, otherwise) ? then : choose(condition, then, otherwise);
}

function decide(condition: Expression, known: Fact | undefined): boolean | undefined {
  if (condition.kind === "boolean") return condition.value;
  const id = comparedId(condition);
  for (let fact = known; fact !== undefined; fact = fact.before) {
    if (isSame(fact.condition, condition)) return fact.isTrue;
    // It is another word.
    if (id !== undefined && fact.id === id && fact.isTrue) return false;
  }
  return undefined;
}

/** What is known in the branch where the condition is true, or in the other one. */
function learn(condition: Expression, isTrue: boolean, before: Fact | undefined): Fact {
  const id = comparedId(condition);
  const fact: Fact = { condition, isTrue, before, ...(id === undefined ? {} : { id }) };
  if (condition.kind !== "choose") return fact;
  const { condition: first, yes: then, no: otherwise } = condition;
  // a and b is true
  if (isTrue && isBoolean(otherwise, false)) return learn(then, true, learn(first, true, fact));
  // a or b does not hold
  if (!isTrue && isBoolean(then, true)) return learn(otherwise, false, learn(first, false, fact));
  if (isNot(condition)) return learn(first, !isTrue, fact);
  return fact;
}

/** Whether two expressions print the same text, found without printing them: a wage table has thousands of nodes. */
function isSame(one: Expression, other: Expression): boolean {
  if (one === other) return true;
  switch (one.kind) {
    case "number":
    case "negate":
      if (one.kind === "number" && other.kind === "number") return one.value.eq(other.value);
      // -5 is a number or the negation of one.
      return (other.kind === "number" || other.kind === "negate") && print(one) === print(other);
    case "text":
    case "boolean":
      return one.kind === other.kind && one.value === other.value;
    case "id":
      return one.kind === other.kind && one.name === other.name;
    case "not":
      return one.kind === other.kind && isSame(one.operand, other.operand);
    case "binary":
      return (
        one.kind === other.kind &&
        one.operator === other.operator &&
        isSame(one.left, other.left) &&
        isSame(one.right, other.right)
      );
    case "choose":
      return other.kind === one.kind && isSameChoice(one, other);
    case "call":
      return (
        one.kind === other.kind &&
        one.name === other.name &&
        one.operands.length === other.operands.length &&
        one.operands.every((operand, index) => isSame(operand, other.operands[index]!))
      );
  }
}

/** A loop, because the chain of a wage table is longer than the stack is deep. */
function isSameChoice(one: Choice, other: Choice): boolean {
  let [left, right]: [Expression, Expression] = [one, other];
  while (left.kind === "choose" && right.kind === "choose") {
    if (left === right) return true;
    if (!isSame(left.condition, right.condition) || !isSame(left.yes, right.yes)) return false;
    [left, right] = [left.no, right.no];
  }
  return isSame(left, right);
}

/** The id of a comparison with a word. */
function comparedId(condition: Expression): string | undefined {
  if (condition.kind !== "binary" || condition.operator !== "==") return undefined;
  const { left, right } = condition;
  return left.kind === "id" && right.kind === "text" ? left.name : undefined;
}

function isNot(condition: Expression): condition is Choice {
  return condition.kind === "choose" && isBoolean(condition.yes, false) && isBoolean(condition.no, true);
}

function isBoolean(expression: Expression, value: boolean): boolean {
  return expression.kind === "boolean" && expression.value === value;
}

type Operator = Extract<Expression, { kind: "binary" }>["operator"];

function folded(operator: Operator, left: Expression, right: Expression): Expression {
  if (operator === "+" && isZero(left)) return right;
  if ((operator === "+" || operator === "-") && isZero(right)) return left;
  if (operator === "*" && (isZero(left) || isZero(right))) return isZero(left) ? left : right;
  if (operator === "/" && isZero(left)) return left;
  if (operator === "==" && left.kind === "text" && right.kind === "text")
    return left.value === right.value ? yes : no;
  if (left.kind === "number" && right.kind === "number") {
    const isTrue = compared(operator, order(left.value, right.value));
    if (isTrue !== undefined) return isTrue ? yes : no;
  }
  return binary(operator, left, right);
}

function isZero(expression: Expression): boolean {
  return expression.kind === "number" && expression.value.isZero();
}

function compared(operator: Operator, found: number): boolean | undefined {
  switch (operator) {
    case "==":
      return found === 0;
    case "<":
      return found < 0;
    case "<=":
      return found <= 0;
    case ">":
      return found > 0;
    case ">=":
      return found >= 0;
    default:
      return undefined;
  }
}
