import { Decimal, fixed, minus, order, plus, times, zero } from "./decimal.js";
import type { Expression, FunctionName } from "./expression.js";
import type { Language } from "./types.js";

/** An answer that was read or computed. `undefined` is a missing answer: zero, false, or empty in a formula. */
export type Value = Decimal | string | boolean | readonly string[] | undefined;

export interface Scope {
  readonly value: (id: string) => Value;
  readonly table?: (name: string) => Table | undefined;
  /** Label of the option chosen for a question, in the language of the document. */
  readonly label?: (id: string) => string;
  /** Language of the document, for the format of amounts. */
  readonly language?: Language;
}

/**
 * Bands by lower bound, or exact words, nested once per key of the table. The last band has no upper bound, and a value
 * below the first band uses the first. What is found is a number or a text.
 */
export type Table =
  | Decimal
  | string
  | { readonly bands: readonly { readonly from: Decimal; readonly leads: Table }[] }
  | { readonly words: ReadonlyMap<string, Table> };

/** How many keys a table has. */
export function tableDepth(table: Table | undefined): number {
  return table === undefined || isFound(table) ? 0 : 1 + tableDepth(firstOf(table));
}

/** What a table gives. */
export function tableType(table: Table): "number" | "text" {
  if (isFound(table)) return typeof table === "string" ? "text" : "number";
  const first = firstOf(table);
  return first === undefined ? "number" : tableType(first);
}

function firstOf(table: Keyed): Table | undefined {
  const [first] = "words" in table ? table.words.values() : table.bands.map((band) => band.leads);
  return first;
}

/** The end of a table, where no more keys are needed. */
function isFound(table: Table): table is Decimal | string {
  return typeof table === "string" || table instanceof Decimal;
}

type Keyed = Exclude<Table, Decimal | string>;

/** A compiled expression. */
export type Formula = (scope: Scope) => Value;

const formulas = new WeakMap<Expression, Formula>();

/** `undefined` if there is no number (division by zero, a word that is not in the table). */
export function evaluate(expression: Expression, scope: Scope): Value {
  return formulaOf(expression)(scope);
}

/** Nested closures, so that the syntax tree is read once and not per request. */
export function formulaOf(expression: Expression): Formula {
  let formula = formulas.get(expression);
  if (formula === undefined) {
    formula = compile(expression);
    formulas.set(expression, formula);
  }
  return formula;
}

function compile(expression: Expression): Formula {
  switch (expression.kind) {
    case "number":
    case "text":
    case "boolean": {
      const { value } = expression;
      return () => value;
    }
    case "id": {
      const { name } = expression;
      return (scope) => scope.value(name);
    }
    case "negate": {
      const operand = formulaOf(expression.operand);
      return (scope) => number(operand(scope)).neg();
    }
    case "not": {
      const operand = formulaOf(expression.operand);
      return (scope) => !truth(operand(scope));
    }
    case "choose":
      return choose(expression);
    case "binary":
      return binary(expression);
    case "call":
      return functions[expression.name](expression.operands.map(formulaOf), expression.operands);
  }
}

/** A wage table is published as a chain of hundreds of choices, which would exhaust the stack if they were nested. */
function choose(expression: Extract<Expression, { kind: "choose" }>): Formula {
  const conditions: Formula[] = [];
  const results: Formula[] = [];
  let node: Expression = expression;
  while (node.kind === "choose") {
    conditions.push(formulaOf(node.condition));
    results.push(formulaOf(node.yes));
    node = node.no;
  }
  const otherwise = formulaOf(node);
  return (scope) => {
    for (let at = 0; at < conditions.length; at += 1)
      if (truth(conditions[at]!(scope))) return results[at]!(scope);
    return otherwise(scope);
  };
}

export function truth(value: Value): boolean {
  return value === true || value === "true";
}

export function number(value: Value): Decimal {
  return isNumber(value) ? value : zero;
}

/** Anything that is not a string, a boolean, or an array, because `instanceof` is slow here. */
function isNumber(value: Value): value is Decimal {
  return typeof value === "object" && !Array.isArray(value);
}

function binary(expression: Extract<Expression, { kind: "binary" }>): Formula {
  const left = formulaOf(expression.left);
  const right = formulaOf(expression.right);
  switch (expression.operator) {
    case "and":
      return (scope) => truth(left(scope)) && truth(right(scope));
    case "or":
      return (scope) => truth(left(scope)) || truth(right(scope));
    case "+":
      return (scope) => plus(number(left(scope)), number(right(scope)));
    case "-":
      return (scope) => minus(number(left(scope)), number(right(scope)));
    case "*":
      return (scope) => times(number(left(scope)), number(right(scope)));
    case "/":
      return (scope) => {
        const divisor = number(right(scope));
        return divisor.isZero() ? undefined : number(left(scope)).div(divisor);
      };
    case "==":
      return (scope) => compare(left(scope), right(scope)) === 0;
    case "!=":
      return (scope) => compare(left(scope), right(scope)) !== 0;
    case "<":
      return (scope) => compare(left(scope), right(scope)) < 0;
    case "<=":
      return (scope) => compare(left(scope), right(scope)) <= 0;
    case ">":
      return (scope) => compare(left(scope), right(scope)) > 0;
    case ">=":
      return (scope) => compare(left(scope), right(scope)) >= 0;
  }
}

/**
 * A missing answer equals 0, false, and an empty string. It is neither before nor after a string or a date (NaN: every
 * comparison except `!=` is false), because a missing date of birth must not count as one before 1962.
 */
function compare(left: Value, right: Value): number {
  if (isNumber(left) || isNumber(right)) return order(number(left), number(right));
  if (typeof left === "boolean" || typeof right === "boolean")
    return Number(truth(left)) - Number(truth(right));
  if ((left ?? "") === (right ?? "")) return 0;
  if (typeof left !== "string" || typeof right !== "string") return Number.NaN;
  return left < right ? -1 : 1;
}

type Operands = readonly Formula[];

const nothing: Formula = () => undefined;

const functions: Readonly<
  Record<FunctionName, (operands: Operands, expressions: readonly Expression[]) => Formula>
> = {
  min: (operands) => (scope) => Decimal.min(...operands.map((operand) => number(operand(scope)))),
  max: (operands) => (scope) => Decimal.max(...operands.map((operand) => number(operand(scope)))),
  lookup: ([, ...keys], [table]) => {
    if (table?.kind !== "id") return nothing;
    const { name } = table;
    return (scope) => {
      let found = scope.table?.(name);
      for (const key of keys) {
        if (found === undefined || isFound(found)) return undefined;
        found = step(found, key(scope));
      }
      return found !== undefined && isFound(found) ? found : undefined;
    };
  },
  includes:
    ([list = nothing, word = nothing]) =>
    (scope) => {
      const chosen = list(scope);
      const wanted = word(scope);
      return Array.isArray(chosen) && typeof wanted === "string" && chosen.includes(wanted);
    },
  answered:
    ([operand = nothing]) =>
    (scope) => {
      const value = operand(scope);
      return value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
    },
  year:
    ([operand = nothing]) =>
    (scope) => {
      const iso = text(operand(scope));
      return iso === "" ? undefined : new Decimal(iso.slice(0, 4));
    },
  endOfYear:
    ([operand = nothing]) =>
    (scope) => {
      const iso = text(operand(scope));
      return iso === "" ? undefined : `${iso.slice(0, 4)}-12-31`;
    },
  join:
    ([separator = nothing, ...parts]) =>
    (scope) => {
      let joined = "";
      for (const part of parts) {
        const word = text(part(scope));
        if (word !== "") joined = joined === "" ? word : joined + text(separator(scope)) + word;
      }
      return joined;
    },
  part:
    ([separator = nothing, whole = nothing, place = nothing]) =>
    (scope) =>
      text(whole(scope)).split(text(separator(scope)))[Number(number(place(scope))) - 1] ?? "",
  dollars:
    ([operand = nothing]) =>
    (scope) =>
      grouped(operand(scope), scope, 2),
  whole:
    ([operand = nothing]) =>
    (scope) =>
      grouped(operand(scope), scope, 0),
  label: (_, [question]) => {
    if (question?.kind !== "id") return nothing;
    const { name } = question;
    return (scope) => scope.label?.(name) ?? "";
  },
  date:
    ([operand = nothing, pattern = nothing]) =>
    (scope) => {
      const iso = text(operand(scope));
      if (iso === "") return "";
      return text(pattern(scope))
        .replace("YYYY", iso.slice(0, 4))
        .replace("MM", iso.slice(5, 7))
        .replace("DD", iso.slice(8, 10));
    },
};

function step(table: Keyed, key: Value): Table | undefined {
  if ("words" in table) return table.words.get(String(key ?? ""));
  const at = number(key);
  let found = table.bands[0]?.leads;
  for (const band of table.bands) {
    if (order(at, band.from) < 0) break;
    found = band.leads;
  }
  return found;
}

function text(value: Value): string {
  if (typeof value === "string") return value;
  if (value === undefined) return "";
  return Array.isArray(value) ? value.join(", ") : String(value);
}

function grouped(value: Value, scope: Scope, scale: number): string {
  if (!isNumber(value)) return "";
  const written = fixed(value, scale);
  const french = scope.language === "fr";
  const end = scale === 0 ? written.length : written.length - scale - 1;
  const firstFigure = written.startsWith("-") ? 1 : 0;
  if (end - firstFigure <= 3 && !french) return written;
  // Canadian French: 16 452,00 with non-breaking spaces.
  const thousands = french ? "\u00a0" : ",";
  let parts = written.slice(0, end);
  for (let at = end - 3; at > firstFigure; at -= 3)
    parts = `${parts.slice(0, at)}${thousands}${parts.slice(at)}`;
  return scale === 0 ? parts : `${parts}${french ? "," : "."}${written.slice(end + 1)}`;
}
