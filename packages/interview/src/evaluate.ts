import { Decimal, fixed, minus, order, plus, times, zero } from "./decimal.js";
import type { Expression, FunctionName } from "./expression.js";
import type { Language } from "./types.js";

/** A read answer or a computed one. `undefined` is an answer not given: zero, false or empty where one is needed. */
export type Value = Decimal | string | boolean | readonly string[] | undefined;

export interface Scope {
  readonly value: (id: string) => Value;
  readonly table?: (name: string) => Table | undefined;
  /** Label of the option chosen for a question, in the language of the document. */
  readonly label?: (id: string) => string;
  /** Language of the document: amounts are written as it writes them. */
  readonly language?: Language;
}

/**
 * Bands by lower bound, or exact words; nested as deep as the table has keys. The last band is open upwards and a
 * value below the first band falls into the first.
 */
export type Table =
  | Decimal
  | { readonly bands: readonly { readonly from: Decimal; readonly leads: Table }[] }
  | { readonly words: ReadonlyMap<string, Table> };

/** How many keys a table has. */
export function tableDepth(table: Table | undefined): number {
  if (table === undefined || table instanceof Decimal) return 0;
  const [next] = "words" in table ? table.words.values() : table.bands.map((band) => band.leads);
  return 1 + tableDepth(next);
}

/** `undefined` where a number does not exist (division by zero, a word missing from a table). */
export function evaluate(expression: Expression, scope: Scope): Value {
  switch (expression.kind) {
    case "number":
    case "text":
    case "boolean":
      return expression.value;
    case "id":
      return scope.value(expression.name);
    case "negate":
      return number(evaluate(expression.operand, scope)).neg();
    case "not":
      return !truth(evaluate(expression.operand, scope));
    case "choose": {
      let node: Expression = expression;
      while (node.kind === "choose") node = truth(evaluate(node.condition, scope)) ? node.yes : node.no;
      return evaluate(node, scope);
    }
    case "binary":
      return binary(expression, scope);
    case "call":
      return functions[expression.name](expression.operands, scope);
  }
}

export function truth(value: Value): boolean {
  return value === true || value === "true";
}

export function number(value: Value): Decimal {
  return isNumber(value) ? value : zero;
}

/** What is neither a word, a truth nor a list; asking for the class costs more than most of a formula. */
function isNumber(value: Value): value is Decimal {
  return typeof value === "object" && !Array.isArray(value);
}

function binary(expression: Extract<Expression, { kind: "binary" }>, scope: Scope): Value {
  const { operator } = expression;
  const left = evaluate(expression.left, scope);
  if (operator === "and") return truth(left) && truth(evaluate(expression.right, scope));
  if (operator === "or") return truth(left) || truth(evaluate(expression.right, scope));
  const right = evaluate(expression.right, scope);
  switch (operator) {
    case "+":
      return plus(number(left), number(right));
    case "-":
      return minus(number(left), number(right));
    case "*":
      return times(number(left), number(right));
    case "/":
      return number(right).isZero() ? undefined : number(left).div(number(right));
    case "==":
      return compare(left, right) === 0;
    case "!=":
      return compare(left, right) !== 0;
    case "<":
      return compare(left, right) < 0;
    case "<=":
      return compare(left, right) <= 0;
    case ">":
      return compare(left, right) > 0;
    case ">=":
      return compare(left, right) >= 0;
  }
}

/**
 * An answer not given is equal to 0, to false and to an empty word. It comes neither before nor after a word or a date
 * (not a number: every comparison but `!=` is false), because nobody was born before 1962 by saying nothing.
 */
function compare(left: Value, right: Value): number {
  if (isNumber(left) || isNumber(right)) return order(number(left), number(right));
  if (typeof left === "boolean" || typeof right === "boolean")
    return Number(truth(left)) - Number(truth(right));
  if ((left ?? "") === (right ?? "")) return 0;
  if (typeof left !== "string" || typeof right !== "string") return Number.NaN;
  return left < right ? -1 : 1;
}

type Operands = readonly Expression[];

const functions: Readonly<Record<FunctionName, (operands: Operands, scope: Scope) => Value>> = {
  min: (operands, scope) => Decimal.min(...operands.map((operand) => number(evaluate(operand, scope)))),
  max: (operands, scope) => Decimal.max(...operands.map((operand) => number(evaluate(operand, scope)))),
  lookup: ([name, ...keys], scope) => {
    let found = name?.kind === "id" ? scope.table?.(name.name) : undefined;
    for (const key of keys) {
      if (found === undefined || found instanceof Decimal) return undefined;
      found = step(found, evaluate(key, scope));
    }
    return found instanceof Decimal ? found : undefined;
  },
  includes: ([list, word], scope) => {
    const chosen = list === undefined ? undefined : evaluate(list, scope);
    const wanted = word === undefined ? undefined : evaluate(word, scope);
    return Array.isArray(chosen) && typeof wanted === "string" && chosen.includes(wanted);
  },
  answered: ([operand], scope) => {
    const value = operand === undefined ? undefined : evaluate(operand, scope);
    return value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
  },
  year: ([operand], scope) => {
    const iso = text(operand, scope);
    return iso === "" ? undefined : new Decimal(iso.slice(0, 4));
  },
  endOfYear: ([operand], scope) => {
    const iso = text(operand, scope);
    return iso === "" ? undefined : `${iso.slice(0, 4)}-12-31`;
  },
  join: ([separator, ...parts], scope) =>
    parts
      .map((part) => text(part, scope))
      .filter((part) => part !== "")
      .join(text(separator, scope)),
  dollars: ([operand], scope) => grouped(operand, scope, 2),
  whole: ([operand], scope) => grouped(operand, scope, 0),
  label: ([operand], scope) => (operand?.kind === "id" ? (scope.label?.(operand.name) ?? "") : undefined),
  date: ([operand, pattern], scope) => {
    const iso = text(operand, scope);
    if (iso === "") return "";
    return text(pattern, scope)
      .replace("YYYY", iso.slice(0, 4))
      .replace("MM", iso.slice(5, 7))
      .replace("DD", iso.slice(8, 10));
  },
};

function step(table: Exclude<Table, Decimal>, key: Value): Table | undefined {
  if ("words" in table) return table.words.get(String(key ?? ""));
  const at = number(key);
  let found = table.bands[0]?.leads;
  for (const band of table.bands) {
    if (order(at, band.from) < 0) break;
    found = band.leads;
  }
  return found;
}

function text(operand: Expression | undefined, scope: Scope): string {
  const value = operand === undefined ? undefined : evaluate(operand, scope);
  if (value === undefined) return "";
  return Array.isArray(value) ? value.join(", ") : String(value);
}

function grouped(operand: Expression | undefined, scope: Scope, scale: number): string {
  const value = operand === undefined ? undefined : evaluate(operand, scope);
  if (!isNumber(value)) return "";
  const [whole = "", cents] = fixed(value, scale).split(".");
  // Canadian French: 16 452,00 with spaces that do not break.
  const [thousands, point] = scope.language === "fr" ? ["\u00a0", ","] : [",", "."];
  let parts = whole;
  const firstFigure = whole.startsWith("-") ? 1 : 0;
  for (let at = whole.length - 3; at > firstFigure; at -= 3)
    parts = `${parts.slice(0, at)}${thousands}${parts.slice(at)}`;
  return cents === undefined ? parts : `${parts}${point}${cents}`;
}
