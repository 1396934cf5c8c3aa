import { compute, type Fact, rational, rounded } from "@withholding-forms/testing/interview/independent";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal, round } from "./decimal.js";
import { evaluate, number, type Table, truth } from "./evaluate.js";
import { parseExpression } from "./expression.js";
import { publish } from "./publish.js";
import { arbitraryAnswers, arbitraryFormulas, isNumberId, readValue, tables } from "./test/arbitrary.js";

fc.configureGlobal({ seed: 2026 });

const none = (): undefined => undefined;
const published = (source: string): string => publish(parseExpression(source), (name) => tables.get(name));

describe("a published formula", () => {
  const { number: numberFormula, boolean: booleanFormula } = arbitraryFormulas();
  const independent = (source: string, answers: Readonly<Record<string, string | boolean>>): Fact =>
    compute(published(source), (id) => {
      const answer = answers[id];
      return typeof answer === "string" && isNumberId(id) ? rational(answer) : answer;
    });
  const ours = (source: string, answers: Readonly<Record<string, string | boolean>>) =>
    evaluate(parseExpression(source), {
      value: (id) => readValue(answers, id),
      table: (name) => tables.get(name),
    });

  it("gives an independent evaluator the same number as the engine, in every rounding mode", () => {
    const modes = fc.constantFrom("CEILING" as const, "FLOOR" as const, "HALF_UP" as const);
    fc.assert(
      fc.property(numberFormula, arbitraryAnswers, fc.nat(4), modes, (source, answers, scale, mode) => {
        const computed = round(number(ours(source, answers)), scale, mode).toFixed(scale);
        expect(computed).toBe(rounded(independent(source, answers), scale, mode));
      }),
      { numRuns: 3000 },
    );
  });

  it("gives an independent evaluator the same boolean as the engine", () => {
    fc.assert(
      fc.property(booleanFormula, arbitraryAnswers, (source, answers) => {
        expect(independent(source, answers) === true).toBe(truth(ours(source, answers)));
      }),
      { numRuns: 3000 },
    );
  });

  it("means to the engine itself what the author wrote", () => {
    fc.assert(
      fc.property(numberFormula, arbitraryAnswers, (source, answers) => {
        const again = evaluate(parseExpression(published(source)), { value: (id) => readValue(answers, id) });
        expect(round(number(again), 10)).toEqual(round(number(ours(source, answers)), 10));
      }),
      { numRuns: 1000 },
    );
  });

  it("uses only ids, numbers, quoted words, true, false, parentheses and the operators clients know", () => {
    const alphabet =
      /^(?:[A-Za-z_][A-Za-z0-9_]*|[0-9]+(?:\.[0-9]+)?|"[A-Z0-9-]+"|[()+*/?:-]|>=|<=|==|>|<| )+$/;
    const words = /\b(?:and|or|not|min|max|lookup|includes|answered)\b/;
    fc.assert(
      fc.property(fc.oneof(numberFormula, booleanFormula), (source) => {
        const text = published(source);
        expect(text).toMatch(alphabet);
        expect(text).not.toMatch(words);
        expect(text).not.toContain("!=");
        expect(text).not.toContain("--");
      }),
      { numRuns: 1000 },
    );
  });
});

describe("publish", () => {
  it("expands and, or, not and != into choices", () => {
    expect(published("a and b")).toBe("a ? b : false");
    expect(published("a or b")).toBe("a ? true : b");
    expect(published("not a")).toBe("a ? false : true");
    expect(published('a != "X"')).toBe('a == "X" ? false : true');
  });

  it("expands min and max without doubling at every operand", () => {
    expect(published("min(a, b)")).toBe("a <= b ? a : b");
    expect(published("max(a, b, c)")).toBe("(a >= b ? a >= c : false) ? a : b >= c ? b : c");
    const twenty = Array.from({ length: 20 }, (_, index) => `line${index}`).join(", ");
    expect(published(`max(${twenty})`).length).toBeLessThan(8000);
  });

  it("expands a table into comparisons from the lowest band to the highest", () => {
    const table: Table = {
      bands: [
        { from: new Decimal(0), leads: new Decimal(5) },
        { from: new Decimal(100), leads: new Decimal(7.5) },
        { from: new Decimal(200), leads: new Decimal(-1) },
      ],
    };
    expect(publish(parseExpression("lookup(t, wage + 1)"), () => table)).toBe(
      "wage + 1 < 100 ? 5 : wage + 1 < 200 ? 7.5 : -1",
    );
  });

  it("treats a word that is not in the table as 0", () => {
    const table: Table = { words: new Map([["A", new Decimal(1)]]) };
    expect(publish(parseExpression("lookup(t, kind)"), () => table)).toBe('kind == "A" ? 1 : 0');
  });

  it("keeps parentheses only where they are needed", () => {
    for (const same of [
      "a - (b - c)",
      "a - b - c",
      "a / (b * c)",
      "(a + b) * c",
      "-a * b",
      "-(a + b)",
      "(a ? b : c) + 1",
      "(a < b) == (c < d)",
      "a ? (b ? 1 : 2) : c ? 3 : 4",
    ])
      expect(published(same)).toBe(same);
    expect(published("((a)) * ((b + (c)))")).toBe("a * (b + c)");
    expect(published("(a and b) ? 1 : 2")).toBe("(a ? b : false) ? 1 : 2");
  });

  it("never writes two consecutive minus signs, which other languages read as a decrement", () => {
    const table: Table = { bands: [{ from: new Decimal(0), leads: new Decimal(-5) }] };
    expect(publish(parseExpression("-lookup(t, a)"), () => table)).toBe("-(-5)");
    expect(published("--a")).toBe("-(-a)");
    expect(published("a - -b")).toBe("a - -b");
  });

  it("writes large and small numbers without an exponent", () => {
    expect(published("123456789012345678901234567890123 * 0.00000000001")).toBe(
      "123456789012345678901234567890123 * 0.00000000001",
    );
  });

  it("leaves includes(), answered() and year() for conditions", () => {
    expect(published('includes(reasons, "A") and answered(b)')).toBe(
      'includes(reasons, "A") ? answered(b) : false',
    );
    expect(published("year(born) > 1960")).toBe("year(born) > 1960");
  });

  it("publishes the words that a table gives, and an empty one for a word that it lacks", () => {
    const table: Table = {
      words: new Map([
        ["A", "first"],
        ["B", "second"],
      ]),
    };
    expect(publish(parseExpression("lookup(t, kind)"), () => table)).toBe(
      'kind == "A" ? "first" : kind == "B" ? "second" : ""',
    );
  });

  it("asks a list that is known when content is compiled word by word", () => {
    const list = (name: string) => (name === "untaxed" ? ["TX", "WY"] : undefined);
    expect(publish(parseExpression("not includes(untaxed, state)"), none, list)).toBe(
      '(state == "TX" ? true : state == "WY" ? true : false) ? false : true',
    );
    expect(publish(parseExpression('includes(reasons, "A")'), none, list)).toBe('includes(reasons, "A")');
  });

  it("rejects what no client could compute", () => {
    expect(() => published("endOfYear(born)")).toThrow(
      "endOfYear() cannot be in a formula that clients compute",
    );
    expect(() => published('join(" ", a, b)')).toThrow("join() cannot be in");
    expect(() => publish(parseExpression("lookup(nowhere, a)"), none)).toThrow('there is no table "nowhere"');
    expect(() => published("lookup(wages, kind)")).toThrow("the table has 3 keys, not 1");
  });

  it("publishes a table of a thousand bands that parses quickly", () => {
    const bands = Array.from({ length: 1000 }, (_, index) => ({
      from: new Decimal(index * 100),
      leads: new Decimal(index),
    }));
    const text = publish(parseExpression("lookup(t, wage)"), () => ({ bands }));
    const parsed = parseExpression(text);
    expect(evaluate(parsed, { value: () => new Decimal(99_899) })).toEqual(new Decimal(998));
    expect(evaluate(parsed, { value: () => new Decimal(99_900) })).toEqual(new Decimal(999));
  });
});
