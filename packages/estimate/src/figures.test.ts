import { describe, expect, test } from "vitest";
import { canadaOf, type Rows, unitedStatesOf } from "./figures.js";
import type { FilingStatus } from "./types.js";

describe("the schedules of Publication 15-T for 2026", () => {
  const [, { adjustment, standard, checkbox }] = unitedStatesOf("2026-01-01");
  // Rev. Proc. 2025-32: standard deduction, and taxable income over which each rate applies
  const rates = [0.1, 0.12, 0.22, 0.24, 0.32, 0.35, 0.37];
  const law: Readonly<Record<FilingStatus, readonly [deduction: number, brackets: readonly number[]]>> = {
    M: [32200, [0, 24800, 100800, 211400, 403550, 512450, 768700]],
    S: [16100, [0, 12400, 50400, 105700, 201775, 256225, 640600]],
    H: [24150, [0, 17700, 67450, 105700, 201750, 256200, 640600]],
  };
  const halfUp = (value: number): number => Math.floor(value + 0.5);

  test.each(["M", "S", "H"] as const)("%s follow from the brackets of the law", (status) => {
    const [deduction, brackets] = law[status];
    const taxes = brackets.map((_, index) =>
      brackets.slice(1, index + 1).reduce((sum, to, at) => sum + (to - brackets[at]!) * rates[at]!, 0),
    );
    const cents = (value: number): number => halfUp(Math.round(value * 1000) / 10) / 100;
    const none = [0, 0, 0];
    expect(standard.schedules[status]).toEqual([
      none,
      ...brackets.map((bracket, index) => [
        bracket + deduction - adjustment.amounts[status],
        cents(taxes[index]!),
        rates[index],
      ]),
    ]);
    expect(checkbox.schedules[status]).toEqual([
      none,
      ...brackets.map((bracket, index) => [
        halfUp((bracket + deduction) / 2),
        cents(taxes[index]! / 2),
        rates[index],
      ]),
    ]);
  });
});

describe.each(["2026-01-01", "2026-07-01"])("the tables of T4127 from %s", (day) => {
  const [, { federal, provinces, plans, periods }] = canadaOf(day);
  const tables: readonly (readonly [string, Rows])[] = [
    ["federal", federal.brackets],
    ...Object.entries(provinces).map(([code, { brackets }]) => [code, brackets] as const),
  ];

  test("have all jurisdictions but Quebec", () => {
    expect(tables.filter(([, brackets]) => brackets.length > 0)).toHaveLength(13);
    expect(provinces["QC"]?.brackets).toEqual([]);
  });

  test("have the exemption of the pension plan, cut after the cent", () => {
    const cut = Object.entries(periods.perYear).map(([name, count]) => [
      name,
      Math.floor(350_000 / count) / 100,
    ]);
    expect(plans.exemption).toEqual(Object.fromEntries(cut));
  });

  test.each(tables)("%s has the constants that follow from its rates", (_, brackets) => {
    let sum = 0;
    brackets.forEach(([from = 0, rate = 0, constant], index) => {
      sum += from * (rate - (brackets[index - 1]?.[1] ?? 0));
      expect(constant).toBe(Math.round(Number(sum.toFixed(4))));
    });
  });
});

test("the edition of July has 15,000 as the basic amount of Newfoundland and Labrador", () => {
  const basic = (day: string) => canadaOf(day)[1].provinces["NL"]?.basicAmount.amount;
  expect([basic("2026-06-30"), basic("2026-07-01")]).toEqual([11188, 15000]);
});
