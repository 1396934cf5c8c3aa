import { compute, type Fact, rational } from "@withholding-forms/testing/interview/independent";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal } from "./decimal.js";
import { evaluate, type Table } from "./evaluate.js";
import { parseExpression } from "./expression.js";
import { type Named, publishCalculation } from "./self-contained.js";
import type { ValueType } from "./types.js";

/** Questions by id: type and, where it is not always asked, its condition. */
type Questions = Readonly<Record<string, readonly [ValueType, string?]>>;

const questions: Questions = {
  claims: ["boolean"],
  older: ["boolean", "claims"],
  amount: ["number", "claims"],
  extra: ["number", "older"],
  other: ["number"],
  status: ["text"],
  kind: ["text", 'status == "JOINT"'],
  born: ["date"],
};

const wages: Table = {
  bands: [
    { from: new Decimal(0), leads: new Decimal(5) },
    { from: new Decimal(100), leads: new Decimal(5) },
    { from: new Decimal(200), leads: new Decimal(7) },
  ],
};

function named(id: string): Named | undefined {
  const found = questions[id];
  if (found === undefined) return undefined;
  const [type, when] = found;
  return { type, when: when === undefined ? undefined : parseExpression(when) };
}

function published(value: string, when?: string, type: ValueType = "number") {
  return publishCalculation(
    { value: parseExpression(value), when: when === undefined ? undefined : parseExpression(when), type },
    named,
    { table: (name) => (name === "wages" ? wages : undefined), list: () => undefined },
  );
}

const formula = (value: string, when?: string, type?: ValueType): string =>
  published(value, when, type).formula;

describe("publishCalculation", () => {
  it("says when the calculated question is asked", () => {
    expect(formula("other * 2", "claims")).toBe("claims ? other * 2 : 0");
    expect(formula("other > 2", "claims", "boolean")).toBe("claims ? other > 2 : false");
    expect(formula('"A"', "claims", "text")).toBe('claims ? "A" : ""');
  });

  it("counts an answer only if its question is asked", () => {
    expect(formula("other + amount")).toBe("other + (claims ? amount : 0)");
    expect(formula('kind == "A" ? 1 : 2')).toBe('status == "JOINT" ? (kind == "A" ? 1 : 2) : 2');
  });

  it("follows conditions that depend on conditions", () => {
    expect(formula("extra")).toBe("claims ? (older ? extra : 0) : 0");
  });

  it("asks a condition once", () => {
    expect(formula("amount + other", "claims")).toBe("claims ? amount + other : 0");
    expect(formula("claims ? amount : other")).toBe("claims ? amount : other");
    expect(formula("amount * amount + amount")).toBe("claims ? amount * amount + amount : 0");
    expect(formula('status == "SINGLE" ? (kind == "A" ? 1 : 2) : 3')).toBe('status == "SINGLE" ? 2 : 3');
  });

  it("divides by nothing that can be 0", () => {
    expect(formula("other / 12")).toBe("other / 12");
    expect(formula("1 / other")).toBe("other == 0 ? 0 : 1 / other");
    expect(formula('1 / (status == "JOINT" ? 2 : 1)')).toBe('1 / (status == "JOINT" ? 2 : 1)');
  });

  it("never takes a missing date for an early one", () => {
    expect(formula('born < "1962-01-01" ? 1 : 0')).toBe('(born == "" ? false : born < "1962-01-01") ? 1 : 0');
    expect(formula('born >= "1962-01-01" ? 1 : 0')).toBe('born >= "1962-01-01" ? 1 : 0');
    expect(formula('"1962-01-01" > born ? 1 : 0')).toBe('(born == "" ? false : "1962-01-01" > born) ? 1 : 0');
  });

  it("publishes a table in the formula and next to it, with one band for neighbors of the same value", () => {
    expect(published("lookup(wages, other)", "claims")).toEqual({
      formula: "claims ? (other < 200 ? 5 : 7) : 0",
      formulaWithTables: "claims ? lookup(wages, other) : 0",
      tables: ["wages"],
    });
  });

  it("rejects a condition that depends on its own question", () => {
    const loop = (): Named => ({ type: "number", when: parseExpression("a > 0") });
    const known = { table: () => undefined, list: () => undefined };
    expect(() => publishCalculation({ value: parseExpression("a"), type: "number" }, loop, known)).toThrow(
      '"a" is asked only if it is answered',
    );
  });

  it("gives a client that answers every question what the engine gives without the hidden ones", () => {
    const values = [
      "amount",
      "extra",
      "other",
      "(older ? 1 : 2)",
      '(kind == "A" ? 10 : 20)',
      '(born < "1962-01-01" ? 3 : 4)',
      "7",
    ];
    const numbers = fc.constantFrom(...values);
    const formulas = fc
      .tuple(numbers, fc.constantFrom("+", "-", "*", "/"), numbers, fc.constantFrom("+", "*"), numbers)
      .map((parts) => parts.join(" "));
    const conditions = fc.constantFrom(
      undefined,
      "claims",
      "not older",
      'kind == "A" or claims',
      "amount > other",
    );
    const answers = fc.record({
      claims: fc.boolean(),
      older: fc.boolean(),
      amount: fc.integer({ min: -3, max: 3 }),
      extra: fc.integer({ min: 0, max: 3 }),
      other: fc.integer({ min: 0, max: 3 }),
      status: fc.constantFrom("JOINT", "SINGLE", ""),
      kind: fc.constantFrom("A", "B"),
      born: fc.constantFrom("", "1950-01-01", "1990-01-01"),
    });
    fc.assert(
      fc.property(formulas, conditions, answers, (source, when, given) => {
        const client = compute(formula(source, when), (id) => fact(given[id as keyof typeof given]));
        const asked = new Map<string, Decimal | string | boolean>();
        const scope = { value: (id: string) => asked.get(id) };
        for (const [id, [, condition]] of Object.entries(questions)) {
          if (condition !== undefined && evaluate(parseExpression(condition), scope) !== true) continue;
          const answer = given[id as keyof typeof given];
          if (answer !== "") asked.set(id, typeof answer === "number" ? new Decimal(answer) : answer);
        }
        const isAsked = when === undefined || evaluate(parseExpression(when), scope) === true;
        const own = isAsked ? evaluate(parseExpression(source), scope) : undefined;
        expect(near(client)).toBe(own instanceof Decimal ? own.toFixed(6) : "0.000000");
      }),
      { numRuns: 1000, seed: 2026 },
    );
  });
});

function fact(answer: number | string | boolean): Fact {
  return typeof answer === "number" ? rational(String(answer)) : answer;
}

function near(value: Fact): string {
  if (typeof value !== "object") throw new Error(`Not a number: ${String(value)}`);
  return new Decimal(value.over.toString()).div(value.under.toString()).toFixed(6);
}
