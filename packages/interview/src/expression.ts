import { Decimal } from "./decimal.js";

/**
 * The expression language of the content, for calculations, conditions, parameters, and printed values.
 * Numbers, quoted strings, IDs (`filingStatus`, `employee.city`), `+ - * /`, comparisons, `and or not`, `? :`,
 * and a closed list of functions. Parsed here, typed and published in publish.ts, evaluated in evaluate.ts.
 */
export type Expression =
  | { readonly kind: "number"; readonly value: Decimal }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "id"; readonly name: string }
  | { readonly kind: "negate"; readonly operand: Expression }
  | { readonly kind: "not"; readonly operand: Expression }
  | {
      readonly kind: "binary";
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: "choose";
      readonly condition: Expression;
      readonly yes: Expression;
      readonly no: Expression;
    }
  | { readonly kind: "call"; readonly name: FunctionName; readonly operands: readonly Expression[] };

export type BinaryOperator = "+" | "-" | "*" | "/" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "and" | "or";

export const functionNames = [
  "min",
  "max",
  "lookup",
  "includes",
  "answered",
  "year",
  "endOfYear",
  "join",
  "part",
  "dollars",
  "whole",
  "label",
  "date",
] as const;
export type FunctionName = (typeof functionNames)[number];

export class ExpressionError extends Error {
  readonly position: number;
  constructor(message: string, position: number) {
    super(message);
    this.position = position;
  }
}

export function parseExpression(source: string): Expression {
  const expression = parsed?.get(source) ?? parse(source);
  parsed?.set(source, expression);
  return expression;
}

let parsed: Map<string, Expression> | undefined;

/**
 * From now on each formula is parsed once, and compiled once. For tools that compile and check content: forms and their
 * versions have most formulas in common. A service parses each formula once anyway and would only use more memory.
 */
export function keepParsed(): void {
  parsed ??= new Map();
}

function parse(source: string): Expression {
  const parser = new Parser(source);
  const expression = parser.conditional();
  parser.expectEnd();
  return expression;
}

/** Every ID in the expression, in order of first appearance, without the table name of lookup(). */
export function idsOf(expression: Expression): readonly string[] {
  const known = ids.get(expression) ?? findIds(expression);
  ids.set(expression, known);
  return known;
}

const ids = new WeakMap<Expression, readonly string[]>();

function findIds(expression: Expression): string[] {
  const found = new Set<string>();
  const tables = new Set<Expression | undefined>();
  visit(expression, (node) => {
    if (node.kind === "call" && node.name === "lookup") tables.add(node.operands[0]);
    if (node.kind === "id" && !tables.has(node)) found.add(node.name);
  });
  return [...found];
}

export function visit(expression: Expression, see: (node: Expression) => void): void {
  let node = expression;
  for (; node.kind === "choose"; node = node.no) {
    see(node);
    visit(node.condition, see);
    visit(node.yes, see);
  }
  see(node);
  switch (node.kind) {
    case "negate":
    case "not":
      return visit(node.operand, see);
    case "binary":
      visit(node.left, see);
      return visit(node.right, see);
    case "call":
      for (const operand of node.operands) visit(operand, see);
  }
}

interface Token {
  readonly kind: "number" | "text" | "word" | "symbol" | "end";
  readonly value: string;
  readonly position: number;
}

/** Reads characters, not a pattern: a published wage table has thousands of tokens. */
function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  for (let at = afterSpace(source, 0); at < source.length; at = afterSpace(source, at)) {
    const position = at;
    const code = source.charCodeAt(at);
    if (isDigit(code)) {
      at = afterDigits(source, at);
      if (source[at] === "." && isDigit(source.charCodeAt(at + 1))) at = afterDigits(source, at + 1);
      tokens.push({ kind: "number", value: source.slice(position, at), position });
    } else if (isLetter(code)) {
      at = afterWord(source, at);
      while (source[at] === "." && isLetter(source.charCodeAt(at + 1))) at = afterWord(source, at + 1);
      tokens.push({ kind: "word", value: source.slice(position, at), position });
    } else if (source[at] === '"' && source.includes('"', at + 1)) {
      at = source.indexOf('"', at + 1) + 1;
      tokens.push({ kind: "text", value: source.slice(position + 1, at - 1), position });
    } else {
      const value = symbolAt(source, at);
      at += value.length;
      tokens.push({ kind: "symbol", value, position });
    }
  }
  tokens.push({ kind: "end", value: "end of formula", position: source.length });
  return tokens;
}

const symbols = new Set("-+*/<>?:(),");

function symbolAt(source: string, at: number): string {
  const mark = source.charAt(at);
  if (source[at + 1] === "=" && "=!<>".includes(mark)) return `${mark}=`;
  if (symbols.has(mark)) return mark;
  throw new ExpressionError(`unexpected "${String.fromCodePoint(source.codePointAt(at) ?? 0)}"`, at);
}

function afterSpace(source: string, from: number): number {
  let at = from;
  while (isSpace(source.charCodeAt(at))) at += 1;
  return at;
}

function afterDigits(source: string, from: number): number {
  let at = from;
  while (isDigit(source.charCodeAt(at))) at += 1;
  return at;
}

function afterWord(source: string, from: number): number {
  let at = from;
  for (let code = source.charCodeAt(at); isLetter(code) || isDigit(code); code = source.charCodeAt(at))
    at += 1;
  return at;
}

function isSpace(code: number): boolean {
  return (
    code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code > 0x7f && /\s/.test(String.fromCharCode(code)))
  );
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** An underscore counts as a letter. */
function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f;
}

/** No real formula is nested deeper, and it would exhaust the stack. */
const deepest = 100;

class Parser {
  private readonly tokens: readonly Token[];
  private next = 0;
  private depth = 0;

  constructor(source: string) {
    this.tokens = tokenize(source);
  }

  conditional(): Expression {
    // A chain `a ? 1 : b ? 2 : ...` is a list, not a depth: a published table has hundreds of links.
    const links: { readonly condition: Expression; readonly yes: Expression }[] = [];
    let last = this.operation(0);
    while (this.take("?")) {
      const yes = this.nested(() => this.conditional());
      this.expect(":");
      links.push({ condition: last, yes });
      last = this.operation(0);
    }
    return links.reduceRight((no, { condition, yes }) => ({ kind: "choose", condition, yes, no }), last);
  }

  expectEnd(): void {
    const token = this.peek();
    if (token.kind !== "end") throw new ExpressionError(`unexpected "${token.value}"`, token.position);
  }

  /** Operands and the operators between them that bind at least this strongly. */
  private operation(weakest: number): Expression {
    const negates = weakest <= notStrength && this.take("not");
    let left = negates ? this.negation() : this.unary();
    // The right operand takes all stronger operators. A negation takes everything up to the next `and` or `or`, and
    // comparisons do not chain.
    let strongest = negates ? notStrength - 1 : Number.POSITIVE_INFINITY;
    for (;;) {
      const { kind, value } = this.peek();
      const operator = kind === "symbol" || kind === "word" ? operators.get(value) : undefined;
      if (operator === undefined || operator.strength < weakest || operator.strength > strongest) return left;
      this.next++;
      const { name, strength } = operator;
      left = { kind: "binary", operator: name, left, right: this.operation(strength + 1) };
      strongest = strength === comparisonStrength ? notStrength - 1 : strength;
    }
  }

  private negation(): Expression {
    return { kind: "not", operand: this.nested(() => this.operation(notStrength)) };
  }

  private unary(): Expression {
    if (!this.take("-")) return this.primary();
    return { kind: "negate", operand: this.nested(() => this.unary()) };
  }

  private primary(): Expression {
    const token = this.peek();
    this.next++;
    if (token.kind === "number") return { kind: "number", value: new Decimal(token.value) };
    if (token.kind === "text") return { kind: "text", value: token.value };
    if (token.kind === "word" && !reserved.has(token.value)) {
      if (token.value === "true" || token.value === "false")
        return { kind: "boolean", value: token.value === "true" };
      return this.take("(") ? this.call(token) : { kind: "id", name: token.value };
    }
    if (token.kind === "symbol" && token.value === "(") {
      const inner = this.nested(() => this.conditional());
      this.expect(")");
      return inner;
    }
    throw new ExpressionError(`unexpected "${token.value}"`, token.position);
  }

  private call(token: Token): Expression {
    const name = functionNames.find((known) => known === token.value);
    if (name === undefined) throw new ExpressionError(`unknown function "${token.value}"`, token.position);
    const operands: Expression[] = [];
    if (!this.take(")")) {
      do operands.push(this.nested(() => this.conditional()));
      while (this.take(","));
      this.expect(")");
    }
    return { kind: "call", name, operands };
  }

  private nested(parse: () => Expression): Expression {
    if (++this.depth > deepest) throw new ExpressionError("is nested too deeply", this.peek().position);
    const inner = parse();
    this.depth--;
    return inner;
  }

  private peek(): Token {
    return this.tokens[this.next] as Token;
  }

  private take(value: string): boolean {
    const token = this.peek();
    const taken = token.value === value && (token.kind === "symbol" || token.kind === "word");
    if (taken) this.next++;
    return taken;
  }

  private expect(value: string): void {
    const token = this.peek();
    if (!this.take(value))
      throw new ExpressionError(`expected "${value}" but found "${token.value}"`, token.position);
  }
}

/** `not` sits between `and` and the comparisons, so `not a == b` means what it reads like. */
const notStrength = 2;
const comparisonStrength = 3;

/** How strongly the operators bind, loosest first. */
const operators: ReadonlyMap<string, { readonly name: BinaryOperator; readonly strength: number }> = new Map(
  (
    [
      ["or", 0],
      ["and", 1],
      ["==", comparisonStrength],
      ["!=", comparisonStrength],
      ["<=", comparisonStrength],
      [">=", comparisonStrength],
      ["<", comparisonStrength],
      [">", comparisonStrength],
      ["+", 4],
      ["-", 4],
      ["*", 5],
      ["/", 5],
    ] as const
  ).map(([name, strength]) => [name, { name, strength }]),
);
const reserved = new Set(["and", "or", "not"]);
