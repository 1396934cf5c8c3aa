import { Decimal, zero } from "./decimal.js";
import { type Table, tableDepth, tableType } from "./evaluate.js";
import { type Expression, ExpressionError } from "./expression.js";

/**
 * An expression as a client receives it: ids, numbers, quoted option values, `true`, `false`, parentheses,
 * `+ - * /`, `> < >= <= ==` and `? :`. Everything else is expanded into those, so that a client in any language
 * needs only a few lines to compute what we compute.
 */
export function publish(
  expression: Expression,
  table: Known["table"],
  list: Known["list"] = () => undefined,
): string {
  return print(expand(expression, { table, list }));
}

/** Names that content uses as they are, and that are replaced by their values when a formula is published. */
export interface Known {
  readonly table: (name: string) => Table | undefined;
  /** Lists of words that `includes()` may look into. */
  readonly list: (name: string) => readonly string[] | undefined;
  /** Leave `lookup()` in the formula, for a client that also reads the published tables. */
  readonly keepsLookups?: boolean;
}

type Expand = (node: Expression) => Expression;

/** The expression with only what a published formula may have. */
export function expand(expression: Expression, known: Known): Expression {
  const inner: Expand = (node) => expand(node, known);
  switch (expression.kind) {
    case "number":
    case "text":
    case "boolean":
    case "id":
      return expression;
    case "negate":
      return { kind: "negate", operand: inner(expression.operand) };
    case "not":
      return choose(inner(expression.operand), no, yes);
    case "choose":
      return choose(inner(expression.condition), inner(expression.yes), inner(expression.no));
    case "binary": {
      const left = inner(expression.left);
      const right = inner(expression.right);
      if (expression.operator === "and") return choose(left, right, no);
      if (expression.operator === "or") return choose(left, yes, right);
      if (expression.operator === "!=") return choose(binary("==", left, right), no, yes);
      return binary(expression.operator, left, right);
    }
    case "call":
      return expandCall(expression.name, expression.operands, inner, known);
  }
}

function expandCall(
  name: string,
  operands: readonly Expression[],
  inner: Expand,
  { table, list, keepsLookups = false }: Known,
): Expression {
  if (name === "min" || name === "max") return expandBest(name === "min" ? "<=" : ">=", operands.map(inner));
  if (name === "lookup") {
    const [first, ...keys] = operands;
    if (first?.kind !== "id") throw new ExpressionError("lookup() needs the name of a table", 0);
    const found = table(first.name);
    if (found === undefined) throw new ExpressionError(`there is no table "${first.name}"`, 0);
    const wanted = tableDepth(found);
    if (keys.length !== wanted)
      throw new ExpressionError(`the table has ${wanted} keys, not ${keys.length}`, 0);
    if (keepsLookups) return { kind: "call", name: "lookup", operands: [first, ...keys.map(inner)] };
    return expandTable(found, keys.map(inner));
  }
  const [first, second] = operands;
  const words = name === "includes" && first?.kind === "id" ? list(first.name) : undefined;
  if (words !== undefined && second !== undefined) return expandList(words, inner(second));
  // Conditions and checks are our own extension, so they can use these. The checker keeps them out of `calculation`.
  if (name === "includes" || name === "answered" || name === "year")
    return { kind: "call", name, operands: operands.map(inner) };
  throw new ExpressionError(`${name}() cannot be in a formula that clients compute`, 0);
}

/** A list that is known when content is compiled becomes a comparison per word. */
function expandList(words: readonly string[], operand: Expression): Expression {
  return words.reduceRight<Expression>(
    (otherwise, value) => choose(binary("==", operand, { kind: "text", value }), yes, otherwise),
    no,
  );
}

/** The first operand if it beats all others, otherwise the best of the others: grows quadratically, not exponentially. */
function expandBest(operator: "<=" | ">=", operands: readonly Expression[]): Expression {
  const [first, ...others] = operands;
  if (first === undefined) throw new ExpressionError("min() and max() need operands", 0);
  if (others.length === 0) return first;
  const beats = others.map((other) => binary(operator, first, other));
  const all = beats.reduceRight((rest, one) => choose(one, rest, no));
  return choose(all, first, expandBest(operator, others));
}

/** A wage table becomes nested comparisons: `wage < 10000 ? ... : wage < 20000 ? ... : ...`. */
function expandTable(table: Table, keys: readonly Expression[]): Expression {
  if (table instanceof Decimal) return { kind: "number", value: table };
  if (typeof table === "string") return { kind: "text", value: table };
  const [key, ...rest] = keys;
  if (key === undefined) throw new ExpressionError("a table is deeper in places", 0);
  if ("words" in table) {
    // A word that is not in the table counts as 0 or as empty, as in lookup() itself.
    const nothing: Expression =
      tableType(table) === "text" ? { kind: "text", value: "" } : { kind: "number", value: zero };
    return [...table.words].reduceRight<Expression>(
      (otherwise, [word, next]) =>
        choose(binary("==", key, { kind: "text", value: word }), expandTable(next, rest), otherwise),
      nothing,
    );
  }
  const bands: { readonly from: Decimal; readonly value: Expression; readonly printed: string }[] = [];
  for (const { from, leads } of table.bands) {
    const value = expandTable(leads, rest);
    const printed = print(value);
    // Neighboring bands with the same value are one band.
    if (bands.at(-1)?.printed !== printed) bands.push({ from, value, printed });
  }
  const last = bands.pop();
  if (last === undefined) throw new ExpressionError("a table is empty", 0);
  return bands.reduceRight(
    (otherwise, { value }, index) =>
      choose(binary("<", key, { kind: "number", value: (bands[index + 1] ?? last).from }), value, otherwise),
    last.value,
  );
}

export const yes: Expression = { kind: "boolean", value: true };
export const no: Expression = { kind: "boolean", value: false };

export function choose(condition: Expression, then: Expression, otherwise: Expression): Expression {
  return { kind: "choose", condition, yes: then, no: otherwise };
}

export function binary(
  operator: Extract<Expression, { kind: "binary" }>["operator"],
  left: Expression,
  right: Expression,
): Expression {
  return { kind: "binary", operator, left, right };
}

const strength: Readonly<Record<string, number>> = {
  "==": 2,
  "<": 2,
  "<=": 2,
  ">": 2,
  ">=": 2,
  "+": 3,
  "-": 3,
  "*": 4,
  "/": 4,
};

/** The text of an expanded expression. `around` is how strongly the operator around it binds. */
export function print(expression: Expression, around = 0): string {
  switch (expression.kind) {
    case "number":
      return wrap(expression.value.toFixed(), around > 4 && expression.value.isNegative());
    case "text":
      return `"${expression.value}"`;
    case "boolean":
      return String(expression.value);
    case "id":
      return expression.name;
    case "negate":
      return wrap(`-${print(expression.operand, 5)}`, around > 4);
    case "choose": {
      let text = "";
      let node: Expression = expression;
      for (; node.kind === "choose"; node = node.no)
        text += `${print(node.condition, 2)} ? ${print(node.yes, 1)} : `;
      return wrap(text + print(node, 0), around > 0);
    }
    case "binary": {
      const own = strength[expression.operator] ?? 0;
      // The right operand of `-` and `/` keeps its parentheses; comparisons do not chain.
      const text = `${print(expression.left, own === 2 ? 3 : own)} ${expression.operator} ${print(expression.right, own + 1)}`;
      return wrap(text, around > own);
    }
    case "call":
      return `${expression.name}(${expression.operands.map((operand) => print(operand, 0)).join(", ")})`;
    default:
      throw new ExpressionError(`${expression.kind} is not part of a published formula`, 0);
  }
}

function wrap(text: string, needed: boolean): string {
  return needed ? `(${text})` : text;
}
