import { Decimal, type Expression, parseExpression, type Value } from "@withholding-forms/interview";
import { describe, expect, it } from "vitest";
import { shortfall } from "./shortfall.js";

const made: Readonly<Record<string, Expression>> = { poor: parseExpression("wage < 100 and yes") };
const when: Readonly<Record<string, Expression>> = { inner: parseExpression("outer and other") };

const far = (condition: string, values: Readonly<Record<string, Value>>, wanted = true): number =>
  shortfall(
    parseExpression(condition),
    wanted,
    { value: (id) => values[id] },
    { madeOf: (id) => made[id], askedWhen: (id) => when[id] },
  );

describe("shortfall", () => {
  it("is 0 if the condition has the wanted value", () => {
    expect(far("a and not b", { a: true, b: false })).toBe(0);
    expect(far("a and not b", { a: true, b: true }, false)).toBe(0);
    expect(far("wage >= 100", { wage: new Decimal(100) })).toBe(0);
  });

  it("counts what is missing of several and uses the nearest alternative", () => {
    expect(far("a and b and c", { c: true })).toBe(2);
    expect(far("a ? b : false", {})).toBe(2);
    expect(far("(a and b) or c", {})).toBe(1);
    expect(far("a or b", { a: true, b: true }, false)).toBe(2);
  });

  it("shrinks as an amount comes nearer", () => {
    const at = (wage: number): number => far("wage > 500", { wage: new Decimal(wage) });
    expect(at(0)).toBeGreaterThan(at(400));
    expect(at(400)).toBeGreaterThan(at(500));
    expect(at(500)).toBeGreaterThan(0);
    expect(at(501)).toBe(0);
  });

  it("counts what keeps a question from being asked", () => {
    expect(far("inner", {})).toBe(3);
    expect(far("inner", { outer: true })).toBe(2);
    expect(far("inner", { outer: true, other: true })).toBe(1);
    expect(far("inner > 5", {})).toBeGreaterThan(far("inner > 5", { outer: true }));
  });

  it("looks into a calculated yes or no", () => {
    const at = (wage: number, yes: boolean): number =>
      far("poor", { wage: new Decimal(wage), yes, poor: wage < 100 && yes });
    expect(at(500, false)).toBeGreaterThan(at(500, true));
    expect(at(500, true)).toBeGreaterThan(at(99, true));
    expect(at(99, true)).toBe(0);
  });
});
