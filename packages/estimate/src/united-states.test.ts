import { describe, expect, test } from "vitest";
import { type Estimate, estimatePaycheck, type Frequency, type Paycheck } from "./index.js";

const parameters = (values: Readonly<Record<string, string | boolean>>): Paycheck["parameters"] =>
  Object.entries(values).map(([id, value]) => ({ id, value: String(value) }));

const paid = (
  values: Readonly<Record<string, string | boolean>>,
  paycheck: Partial<Paycheck> = {},
): Estimate =>
  estimatePaycheck({
    ...{ country: "US", payDate: "2026-03-13", pay: "2000", frequency: "BIWEEKLY" },
    parameters: parameters(values),
    ...paycheck,
  });

const amounts = ({ lines }: Estimate): Record<string, string> =>
  Object.fromEntries(lines.map(({ code, jurisdiction, amount }) => [`${jurisdiction} ${code}`, amount]));
const missing = ({ leftOut }: Estimate): string[] =>
  leftOut.map(({ code, jurisdiction }) => (jurisdiction === undefined ? code : `${jurisdiction} ${code}`));

// Publication 15-T (2026), Worksheet 1A. US01 to US07 are confirmed by hand-worked tests of other engines or by the wage bracket
// tables, the others follow from the same annual tables.
const examples: [
  id: string,
  status: string,
  frequency: Frequency,
  wages: string,
  box: boolean,
  ...steps: [step3: string, step4a: string, step4b: string, step4c: string],
  isNonresidentAlien: boolean,
  tax: string,
][] = [
  ["US01", "S", "BIWEEKLY", "2000", false, "0", "0", "0", "0", false, "156.15"],
  ["US02", "M", "SEMIMONTHLY", "4000", false, "4400", "0", "0", "0", false, "115.00"],
  ["US03", "S", "WEEKLY", "1500", true, "0", "0", "0", "0", false, "251.67"],
  ["US04", "H", "BIWEEKLY", "3000", false, "0", "10000", "5000", "50", false, "308.00"],
  ["US05", "S", "WEEKLY", "670", false, "0", "0", "0", "0", false, "38.48"],
  ["US06", "S", "MONTHLY", "3000", false, "0", "0", "0", "0", false, "178.33"],
  ["US07", "S", "WEEKLY", "1080", false, "0", "0", "0", "0", false, "87.68"],
  ["US08", "M", "BIWEEKLY", "3200", true, "2200", "0", "0", "0", false, "279.77"],
  ["US09", "H", "WEEKLY", "1200", true, "0", "0", "0", "0", false, "144.65"],
  ["US10", "M", "MONTHLY", "2500", false, "0", "0", "0", "0", false, "0.00"],
  ["US11", "S", "SEMIMONTHLY", "1200", false, "4400", "0", "0", "25", false, "25.00"],
  ["US12", "S", "MONTHLY", "60000", false, "0", "0", "0", "0", false, "18033.35"],
  ["US13", "S", "BIWEEKLY", "2500", false, "0", "0", "0", "0", true, "346.61"],
  ["US14", "M", "QUARTERLY", "45000", false, "0", "6000", "8000", "0", false, "5375.00"],
  ["US15", "S", "DAILY", "300", true, "0", "0", "0", "0", false, "50.33"],
  ["US16", "H", "SEMIMONTHLY", "5416.67", false, "2700", "0", "4000", "0", false, "525.33"],
];

describe("Publication 15-T", () => {
  test.each(examples)("%s", (_, status, frequency, pay, box, step3, step4a, step4b, step4c, alien, tax) => {
    const estimate = paid(
      {
        "FED.filingStatus": status,
        "FED.twoJobs": box,
        "FED.dependentsAmt": step3,
        "FED.otherIncome": step4a,
        "FED.deductions": step4b,
        "FED.additionalWithholding": step4c,
        "FED.nonResidentAlienAddBack": alien,
        "FED.isNonResidentAlien": alien,
        "FED.isExempt": false,
      },
      { pay, frequency },
    );
    expect(amounts(estimate)["FED INCOME_TAX"]).toBe(tax);
  });

  test("without a Form W-4, single and no other entries", () => {
    expect(amounts(paid({}))["FED INCOME_TAX"]).toBe("156.15");
  });

  test("an exempt employee pays no income tax, extra amounts included, but Social Security and Medicare", () => {
    const estimate = paid({
      "FED.isExempt": true,
      "FED.filingStatus": "NOT_APPLICABLE",
      "FED.additionalWithholding": "50.00",
    });
    expect(amounts(estimate)).toEqual({
      "FED INCOME_TAX": "0.00",
      "FED SOCIAL_SECURITY": "124.00",
      "FED MEDICARE": "29.00",
    });
    expect(estimate.total).toBe("153.00");
  });

  test("an exemption counts from its first day to its last day", () => {
    const values = {
      "FED.isExempt": true,
      "FED.exemptEffective": "2026-03-01",
      "FED.exemptExpires": "2026-03-31",
    };
    const tax = (payDate: string) => amounts(paid(values, { payDate }))["FED INCOME_TAX"];
    expect(["2026-02-28", "2026-03-01", "2026-03-31", "2026-04-01"].map(tax)).toEqual([
      ...["156.15", "0.00", "0.00", "156.15"],
    ]);
  });

  test("contributions to a 401(k) plan lower income tax, not Social Security and Medicare", () => {
    // (1,900 * 26 = 49,400 - 8,600 = 40,800; 1,240 + 12% of 20,900 = 3,748) / 26 = 144.153...
    const estimate = paid({}, { beforeIncomeTax: "100" });
    expect(amounts(estimate)).toEqual({
      "FED INCOME_TAX": "144.15",
      "FED SOCIAL_SECURITY": "124.00",
      "FED MEDICARE": "29.00",
    });
    expect(missing(estimate)).not.toContain("BEFORE_INCOME_TAX");
  });
});

describe("Social Security and Medicare", () => {
  test.each([
    ["2000", "0", "0", ["124.00", "29.00", undefined]],
    ["3000", "183000", "199000", ["93.00", "43.50", "18.00"]],
    ["60000", "150000", "150000", ["2139.00", "870.00", "90.00"]],
  ])("%s after %s and %s", (pay, socialSecurityWages, medicareWages, expected) => {
    const found = amounts(paid({}, { pay, yearToDate: { socialSecurityWages, medicareWages } }));
    expect(
      ["SOCIAL_SECURITY", "MEDICARE", "ADDITIONAL_MEDICARE"].map((code) => found[`FED ${code}`]),
    ).toEqual(expected);
  });

  test("are left out for a nonresident alien until it is known that they are owed", () => {
    const values = { "FED.isNonResidentAlien": true };
    const [unknown, owed, free] = [undefined, true, false].map((owesSocialSecurity) =>
      paid(values, owesSocialSecurity === undefined ? {} : { owesSocialSecurity }),
    );
    expect(missing(unknown!)).toContain("FED SOCIAL_SECURITY_AND_MEDICARE");
    expect(amounts(unknown!)["FED MEDICARE"]).toBe(undefined);
    expect(amounts(owed!)["FED MEDICARE"]).toBe("29.00");
    expect(amounts(free!)["FED MEDICARE"]).toBe(undefined);
    expect(missing(free!)).not.toContain("FED SOCIAL_SECURITY_AND_MEDICARE");
  });
});

describe("states", () => {
  test("a percentage of pay, an extra amount, and a reduction become dollars", () => {
    const estimate = paid({
      "AZ.withholdingPercent": "2.5",
      "AZ.additionalWithholding": "10.00",
      "AZ.reducedWithholding": "12.50",
      "AZ.isExempt": false,
    });
    expect(amounts(estimate)).toMatchObject({ "AZ PERCENT_OF_PAY": "37.50", "AZ EXTRA_AMOUNT": "10.00" });
    expect(missing(estimate)).not.toContain("AZ INCOME_TAX");
    // 156.15 + 124 + 29 + 37.50 + 10
    expect(estimate.total).toBe("356.65");
  });

  test("a reduction takes no more than the percentage", () => {
    const estimate = paid({ "AZ.withholdingPercent": "0.5", "AZ.reducedWithholding": "12.50" });
    expect(amounts(estimate)["AZ PERCENT_OF_PAY"]).toBe("0.00");
  });

  test("the tax of a state with tables is left out, its extra amount is not", () => {
    const estimate = paid({ "NJ.filingStatus": "S", "NJ.additionalWithholding": "15.00" });
    expect(amounts(estimate)["NJ EXTRA_AMOUNT"]).toBe("15.00");
    expect(missing(estimate)).toEqual([
      ...[
        "NJ INCOME_TAX",
        "LOCAL_TAX",
        "STATE_INSURANCE",
        "SUPPLEMENTAL_PAY",
        "BEFORE_INCOME_TAX",
        "YEAR_TO_DATE",
      ],
    ]);
  });

  test("a fixed amount stands for the tables", () => {
    const estimate = paid({ "MO.flatWithholdingPerPay": "20.00", "MO.isExempt": false });
    expect(amounts(estimate)["MO FIXED_AMOUNT"]).toBe("20.00");
    expect(missing(estimate)).not.toContain("MO INCOME_TAX");
  });

  test("a fixed amount and a reduction count until they expire", () => {
    const later = paid({
      ...{ "WI.flatWithholdingPerPay": "20.00", "WI.agreementExpires": "2026-03-12" },
      ...{
        "AZ.withholdingPercent": "2.5",
        "AZ.reducedWithholding": "5.00",
        "AZ.reducedWithholdingExpires": "2026-03-12",
      },
    });
    expect(amounts(later)).toMatchObject({ "AZ PERCENT_OF_PAY": "50.00" });
    expect(missing(later)).toContain("WI INCOME_TAX");
  });

  test("an exempt employee has no line of the state, but those of local taxes", () => {
    const estimate = paid({
      ...{ "PA.isExempt": true, "PA.additionalWithholding": "5.00" },
      ...{ "PA.residentEitRate": "1.25", "PA.workNonResidentEitRate": "1.5" },
    });
    expect(Object.keys(amounts(estimate)).filter((line) => line.startsWith("PA"))).toEqual([
      "PA LOCAL_INCOME_TAX",
    ]);
    expect(amounts(estimate)["PA LOCAL_INCOME_TAX"]).toBe("30.00");
    expect(missing(estimate)).not.toContain("PA INCOME_TAX");
  });

  test("the tax of a school district is known only where it is a share of earned income", () => {
    const district = (base: string) =>
      paid({ "OH.totalExemptions": "1", "OH.schoolDistrictRate": "1.75", "OH.schoolDistrictBase": base });
    expect(amounts(district("EARNED_INCOME"))["OH LOCAL_INCOME_TAX"]).toBe("35.00");
    expect(amounts(district("TRADITIONAL"))["OH LOCAL_INCOME_TAX"]).toBe(undefined);
    expect(missing(district("TRADITIONAL"))).toContain("OH LOCAL_TAX");
    const untaxed = paid({ "OH.totalExemptions": "1", "OH.schoolDistrictRate": "0" });
    expect(missing(untaxed)).not.toContain("OH LOCAL_TAX");
  });

  test("a part of the pay that is exempt is left out", () => {
    expect(missing(paid({ "FED.treatyExemptAmount": "5000.00" }))).toContain("FED EXEMPT_PART");
  });

  test("without a certificate of a state, state tax is left out in general", () => {
    expect(missing(paid({}))).toContain("STATE_INCOME_TAX");
  });

  test("the federal income tax is left out where a territory has its own", () => {
    for (const region of ["PR", undefined]) {
      const estimate = paid({ "PR.filingStatus": "S" }, region === undefined ? {} : { region });
      expect(amounts(estimate)).toEqual({ "FED SOCIAL_SECURITY": "124.00", "FED MEDICARE": "29.00" });
      expect(missing(estimate)).toEqual(expect.arrayContaining(["FED INCOME_TAX", "PR INCOME_TAX"]));
    }
  });
});

describe("figures", () => {
  test("of an earlier year are used for pay of a year without figures, which the estimate says", () => {
    expect(missing(paid({}, { payDate: "2026-12-31" }))).not.toContain("FIGURES_OF_THE_YEAR");
    const later = paid({}, { payDate: "2099-01-01" });
    expect(missing(later)).toContain("FIGURES_OF_THE_YEAR");
  });

  test("of later years are not used", () => {
    expect(() => paid({}, { payDate: "2025-12-31" })).toThrow(RangeError);
  });

  test("need a date, and amounts that are numbers of zero or more", () => {
    expect(() => paid({}, { payDate: "03/13/2026" })).toThrow("YYYY-MM-DD");
    expect(() => paid({}, { pay: "2,000" })).toThrow("decimal number");
    expect(() => paid({}, { pay: "-1" })).toThrow("zero or more");
  });
});
