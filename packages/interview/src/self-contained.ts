import { zero } from "./decimal.js";
import { type Expression, ExpressionError, visit } from "./expression.js";
import { binary, choose, expand, type Known, print } from "./publish.js";
import { simplify } from "./simplify.js";
import type { ValueType } from "./types.js";

/** A calculated question. */
export interface Calculated {
  readonly value: Expression;
  readonly type: ValueType;
  /** When it is asked; without it, always. */
  readonly when?: Expression | undefined;
}

/** A question that a formula names. */
export interface Named {
  readonly type: ValueType;
  /** When it is asked; without it, always. Its ids may depend on their own conditions. */
  readonly when?: Expression | undefined;
}

export interface PublishedCalculation {
  readonly formula: string;
  /** The same with `lookup()`; only if the formula looks into tables. */
  readonly formulaWithTables?: string;
  /** The tables that it looks into. */
  readonly tables: readonly string[];
}

/**
 * A calculation that needs nothing else: a client that replaces each id by its answer gets the value that the service
 * prints. Whether the question and those that it names are asked is part of the formula, nothing is divided by zero, and a
 * date that is missing is not before any other.
 */
export function publishCalculation(
  calculated: Calculated,
  named: (id: string) => Named | undefined,
  known: Known,
): PublishedCalculation {
  const formula = contained(calculated, named, known);
  const tables = tablesIn(calculated.value);
  if (tables.length === 0) return { formula, tables };
  return {
    formula,
    tables,
    formulaWithTables: contained(calculated, named, { ...known, keepsLookups: true }),
  };
}

function contained(
  { value, when, type }: Calculated,
  named: (id: string) => Named | undefined,
  known: Known,
): string {
  const gates = new Map<string, Expression>();
  const open = new Set<string>();
  /** The answer if its question is asked, otherwise the value of a missing answer. */
  const answer = (id: Extract<Expression, { kind: "id" }>): Expression => {
    const { type: own = "text", when: asked } = named(id.name) ?? {};
    if (asked === undefined || own === "multi") return id;
    if (open.has(id.name)) throw new ExpressionError(`"${id.name}" is asked only if it is answered`, 0);
    open.add(id.name);
    const gate = simplify(withAnswers(expand(asked, known)));
    open.delete(id.name);
    gates.set(print(gate), gate);
    return choose(gate, id, missing(own));
  };
  const withAnswers = (node: Expression): Expression => guarded(mapIds(node, answer), typeOfId);
  const typeOfId = (id: string): ValueType | undefined => named(id)?.type;
  const whole = when === undefined ? value : choose(when, value, missing(type));
  let formula = simplify(withAnswers(expand(whole, known)));
  // A condition of several answers, or of one that is named often, is shorter when it is asked once.
  let printed = print(formula);
  for (const gate of gates.values()) {
    const once = simplify(choose(gate, formula, formula));
    const shorter = print(once);
    if (shorter.length >= printed.length) continue;
    formula = once;
    printed = shorter;
  }
  return printed;
}

function missing(type: ValueType): Expression {
  switch (type) {
    case "number":
      return { kind: "number", value: zero };
    case "boolean":
      return { kind: "boolean", value: false };
    default:
      return { kind: "text", value: "" };
  }
}

type Id = Extract<Expression, { kind: "id" }>;

/** The expression with every id replaced, except the name of a table. */
function mapIds(expression: Expression, change: (id: Id) => Expression): Expression {
  const inner = (node: Expression): Expression => mapIds(node, change);
  switch (expression.kind) {
    case "id":
      return change(expression);
    case "negate":
    case "not":
      return { ...expression, operand: inner(expression.operand) };
    case "choose":
      return choose(inner(expression.condition), inner(expression.yes), inner(expression.no));
    case "binary":
      return binary(expression.operator, inner(expression.left), inner(expression.right));
    case "call": {
      const [first, ...keys] = expression.operands;
      if (expression.name !== "lookup" || first === undefined)
        return { ...expression, operands: expression.operands.map(inner) };
      return { ...expression, operands: [first, ...keys.map(inner)] };
    }
    default:
      return expression;
  }
}

/** No division by zero, and no order of a missing date, so that clients need no rule for either. */
function guarded(expression: Expression, type: (id: string) => ValueType | undefined): Expression {
  const inner = (node: Expression): Expression => guarded(node, type);
  switch (expression.kind) {
    case "negate":
    case "not":
      return { ...expression, operand: inner(expression.operand) };
    case "choose":
      return choose(inner(expression.condition), inner(expression.yes), inner(expression.no));
    case "binary": {
      const { operator } = expression;
      const left = inner(expression.left);
      const right = inner(expression.right);
      const whole = binary(operator, left, right);
      if (operator === "/")
        return canBeZero(right) ? choose(binary("==", right, number0), number0, whole) : whole;
      const first = operator === "<" || operator === "<=" ? left : right;
      const orders = operator !== "==" && [left, right].some((side) => isText(side, type));
      return orders && first.kind !== "text" ? choose(binary("==", first, noText), noAnswer, whole) : whole;
    }
    case "call":
      return { ...expression, operands: expression.operands.map(inner) };
    default:
      return expression;
  }
}

const number0 = missing("number");
const noText = missing("text");
const noAnswer = missing("boolean");

function canBeZero(divisor: Expression): boolean {
  if (divisor.kind === "choose") return canBeZero(divisor.yes) || canBeZero(divisor.no);
  return divisor.kind !== "number" || divisor.value.isZero();
}

function isText(side: Expression, type: (id: string) => ValueType | undefined): boolean {
  if (side.kind === "choose") return isText(side.yes, type) || isText(side.no, type);
  if (side.kind !== "id") return side.kind === "text";
  const found = type(side.name);
  return found === "text" || found === "date";
}

function tablesIn(expression: Expression): string[] {
  const found = new Set<string>();
  visit(expression, (node) => {
    const [table] = node.kind === "call" && node.name === "lookup" ? node.operands : [];
    if (table?.kind === "id") found.add(table.name);
  });
  return [...found];
}
