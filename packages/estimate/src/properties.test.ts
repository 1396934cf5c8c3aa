import fc from "fast-check";
import { expect, test } from "vitest";
import { estimatePaycheck, type Frequency, type Paycheck } from "./index.js";

// The constants of the agencies' tables are rounded: at a bracket the tax of a year can fall by a dollar of each of two tables.
const perYear = { WEEKLY: 52, BIWEEKLY: 26, SEMIMONTHLY: 24, MONTHLY: 12, ANNUALLY: 1 };
const tolerance = (frequency: keyof typeof perYear): number => 2 / perYear[frequency] + 0.02;

const frequency = fc.constantFrom(...(Object.keys(perYear) as (keyof typeof perYear)[]));
const money = (max: number) =>
  fc.integer({ min: 0, max: max * 100 }).map((cents) => (cents / 100).toFixed(2));
const boolean = fc.boolean().map(String);
const given = (id: string, value: fc.Arbitrary<string>) => value.map((one) => ({ id, value: one }));

const parameters = {
  US: fc.tuple(
    given("FED.filingStatus", fc.constantFrom("S", "M", "H", "NOT_APPLICABLE")),
    given("FED.twoJobs", boolean),
    given("FED.dependentsAmt", money(9000)),
    given("FED.otherIncome", money(50000)),
    given("FED.deductions", money(50000)),
    given("FED.additionalWithholding", money(200)),
    given("AZ.withholdingPercent", fc.constantFrom("0.0", "0.5", "2.5", "3.5")),
    given("AZ.reducedWithholding", money(50)),
  ),
  CA: fc.tuple(
    given("CAN.totalClaimAmount", money(40000)),
    given("CAN.prescribedZoneDeduction", money(8030)),
  ),
};
const provinces = ["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"];

const paycheck = fc
  .record({
    country: fc.constantFrom("US" as const, "CA" as const),
    province: fc.constantFrom(...provinces),
    payDate: fc.constantFrom("2026-02-27", "2026-09-30"),
    frequency,
    pays: fc.tuple(money(30000), money(30000)),
    US: parameters.US,
    CA: parameters.CA,
  })
  .map(({ country, province, payDate, frequency: paid, pays, ...all }) => {
    const common = { country, payDate, frequency: paid as Frequency, parameters: all[country] };
    const checks = pays
      .sort((one, other) => Number(one) - Number(other))
      .map((pay): Paycheck => ({ ...common, pay, ...(country === "CA" && { region: province }) }));
    return { paid, checks };
  });

test("no line is below zero, more pay is no less withholding, and the total is the sum of the lines", () => {
  fc.assert(
    fc.property(paycheck, ({ paid, checks }) => {
      const [less, more] = checks.map((check) => estimatePaycheck(check));
      for (const { lines, total } of [less!, more!]) {
        for (const { amount } of lines) expect(Number(amount)).toBeGreaterThanOrEqual(0);
        const sum = lines.reduce((cents, { amount }) => cents + Math.round(Number(amount) * 100), 0);
        expect((sum / 100).toFixed(2)).toBe(total);
      }
      expect(Number(more!.total)).toBeGreaterThanOrEqual(Number(less!.total) - tolerance(paid));
    }),
    { numRuns: 200 },
  );
});
