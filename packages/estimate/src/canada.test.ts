import { describe, expect, test } from "vitest";
import { exact } from "./exact.js";
import { type Estimate, estimatePaycheck, type Frequency, type Paycheck } from "./index.js";

const paid = (
  region: string,
  values: Readonly<Record<string, string | boolean>> = {},
  paycheck: Partial<Paycheck> = {},
): Estimate =>
  estimatePaycheck({
    ...{ country: "CA", region, payDate: "2026-01-16", pay: "2307.69", frequency: "BIWEEKLY" },
    parameters: Object.entries(values).map(([id, value]) => ({ id, value: String(value) })),
    ...paycheck,
  });

const amounts = ({ lines }: Estimate): Record<string, string> =>
  Object.fromEntries(lines.map(({ code, jurisdiction, amount }) => [`${jurisdiction} ${code}`, amount]));
const missing = ({ leftOut }: Estimate): string[] =>
  leftOut.map(({ code, jurisdiction }) => (jurisdiction === undefined ? code : `${jurisdiction} ${code}`));

// CA01 to CA03, CA11 and CA12 are results of the online calculator of the Canada Revenue Agency, CA04 and CA05 examples of
// its guide T4032-ON.
const examples: [
  id: string,
  region: string,
  payDate: string,
  frequency: Frequency,
  pay: string,
  federalClaim: string,
  provincialClaim: string,
  contributions: [pension: string, second: string, insurance: string],
  taxes: [federal: string, provincial: string],
  totalOnce: string,
  more: Partial<Paycheck>,
][] = [
  [
    "CA01",
    "ON",
    "2026-01-16",
    "BIWEEKLY",
    "2307.69",
    "16452",
    "12989",
    ["129.30", "0.00", "37.62"],
    ["205.32", "114.68"],
    "320.00",
    {},
  ],
  [
    "CA02",
    "AB",
    "2026-01-30",
    "MONTHLY",
    "10000",
    "16452",
    "22769",
    ["577.65", "0.00", "163.00"],
    ["1457.73", "705.55"],
    "2163.28",
    {},
  ],
  [
    "CA03",
    "BC",
    "2026-01-16",
    "BIWEEKLY",
    "1153.85",
    "16452",
    "13216",
    ["60.64", "0.00", "18.81"],
    ["53.75", "12.23"],
    "65.98",
    {},
  ],
  [
    "CA04",
    "ON",
    "2026-01-16",
    "WEEKLY",
    "1300",
    "16452",
    "12989",
    ["73.35", "0.00", "21.19"],
    ["114.57", "62.77"],
    "177.35",
    { beforeIncomeTax: "80" },
  ],
  [
    "CA05",
    "ON",
    "2026-01-16",
    "WEEKLY",
    "1600",
    "16452",
    "12989",
    ["0.00", "64.00", "0.00"],
    ["180.89", "95.34"],
    "276.24",
    {
      yearToDate: {
        pensionPlan: "4230.45",
        secondPensionPlan: "24",
        employmentInsurance: "1123.07",
        pensionablePay: "75200",
      },
    },
  ],
  [
    "CA06",
    "ON",
    "2026-01-16",
    "WEEKLY",
    "1000",
    "16452",
    "12989",
    ["55.50", "0.00", "16.30"],
    ["81.61", "45.80"],
    "127.41",
    {},
  ],
  [
    "CA07",
    "QC",
    "2026-02-13",
    "BIWEEKLY",
    "2000",
    "16452",
    "0",
    ["117.52", "0.00", "26.00"],
    ["135.30", "0.00"],
    "135.30",
    {},
  ],
  [
    "CA08",
    "BC",
    "2026-07-15",
    "BIWEEKLY",
    "2000",
    "16452",
    "13216",
    ["110.99", "0.00", "32.60"],
    ["163.23", "83.45"],
    "246.68",
    {},
  ],
  [
    "CA09",
    "NL",
    "2026-07-15",
    "BIWEEKLY",
    "1500",
    "16452",
    "15000",
    ["81.24", "0.00", "24.45"],
    ["98.53", "71.11"],
    "169.65",
    {},
  ],
  [
    "CA10",
    "PE",
    "2026-07-31",
    "MONTHLY",
    "20000",
    "16452",
    "15000",
    ["1172.65", "0.00", "326.00"],
    ["4172.15", "3131.11"],
    "7303.26",
    {},
  ],
  [
    "CA11",
    "YT",
    "2026-01-16",
    "BIWEEKLY",
    "2307.69",
    "16452",
    "16452",
    ["129.30", "0.00", "37.62"],
    ["205.32", "93.71"],
    "299.03",
    {},
  ],
  [
    "CA12",
    "MB",
    "2026-01-30",
    "MONTHLY",
    "10000",
    "16452",
    "15780",
    ["577.65", "0.00", "163.00"],
    ["1457.73", "1075.39"],
    "2533.12",
    {},
  ],
];

describe("T4127", () => {
  test.each(examples)(
    "%s, %s",
    (_, region, payDate, frequency, pay, federal, provincial, contributions, taxes, totalOnce, more) => {
      const estimate = paid(
        region,
        { "CAN.totalClaimAmount": federal, [`${region}.totalClaimAmount`]: provincial },
        { payDate, frequency, pay, ...more },
      );
      const found = amounts(estimate);
      const plan = region === "QC" ? "QC" : "CAN";
      const [federalTax = "", provincialTax = "0.00"] = [
        found["CAN INCOME_TAX"],
        found[`${region} INCOME_TAX`],
      ];
      expect([federalTax, provincialTax]).toEqual(taxes);
      expect([
        found[`${plan} PENSION_PLAN`],
        found[`${plan} SECOND_PENSION_PLAN`] ?? "0.00",
        found["CAN EMPLOYMENT_INSURANCE"],
      ]).toEqual(contributions);
      // The guide rounds the sum once, the calculator each part.
      const difference = exact(federalTax).plus(provincialTax).minus(totalOnce);
      expect(["-0.01", "0.00", "0.01"]).toContain(difference.toString());
    },
  );

  // Results of the online calculator for basic amounts and nothing paid before.
  test.each(
    Object.entries({
      AB: "101.20",
      BC: "91.80",
      MB: "174.96",
      NB: "164.41",
      NL: "181.74",
      NS: "215.23",
      NT: "91.69",
      NU: "59.58",
      ON: "114.68",
      PE: "187.51",
      SK: "146.23",
      YT: "93.71",
    }),
  )("%s without any TD1: %s", (region, tax) => {
    expect(amounts(paid(region))).toEqual({
      "CAN INCOME_TAX": "205.32",
      [`${region} INCOME_TAX`]: tax,
      "CAN PENSION_PLAN": "129.30",
      "CAN EMPLOYMENT_INSURANCE": "37.62",
    });
  });

  test("Quebec has the federal part only, with its own plans, and says so", () => {
    const estimate = paid("QC", { "CAN.totalClaimAmount": "16452.00" }, { pay: "2000" });
    expect(amounts(estimate)).toEqual({
      "CAN INCOME_TAX": "135.30",
      "QC PENSION_PLAN": "117.52",
      "CAN EMPLOYMENT_INSURANCE": "26.00",
      "QC PARENTAL_INSURANCE": "8.60",
    });
    expect(missing(estimate)).toContain("QC INCOME_TAX");
    // 135.30 + 117.52 + 26.00 + 8.60
    expect(estimate.total).toBe("287.42");
  });

  test("territories leave out their payroll tax, Ontario the reduction for dependants", () => {
    expect(missing(paid("NT"))).toContain("NT PAYROLL_TAX");
    expect(missing(paid("NU"))).toContain("NU PAYROLL_TAX");
    expect(missing(paid("ON"))).toEqual([
      ...["ON REDUCTION_FOR_DEPENDANTS", "AUTHORIZED_CREDITS", "SUPPLEMENTAL_PAY"],
      ...["BEFORE_INCOME_TAX", "YEAR_TO_DATE"],
    ]);
  });

  test("nothing claimed with a second employer raises both taxes by the credit of the basic amounts", () => {
    const found = amounts(paid("AB", { "CAN.totalClaimAmount": "0.00", "AB.totalClaimAmount": "0.00" }));
    // Federal: 205.32 + 14% of 16,452 / 26 = 293.91 (205.3178... + 88.5876...)
    expect(found["CAN INCOME_TAX"]).toBe("293.91");
    // 101.20 + 8% of 22,769 / 26 = 171.26 (70.0584...)
    expect(found["AB INCOME_TAX"]).toBe("171.26");
  });

  test("a non-resident below 90 percent has no personal amounts, whatever the forms say", () => {
    const values = {
      "CAN.totalClaimAmount": "16452.00",
      "CAN.isNonResident": true,
      "CAN.isNonResidentNinetyPercent": false,
    };
    expect(amounts(paid("AB", values))).toMatchObject({
      "CAN INCOME_TAX": "293.91",
      "AB INCOME_TAX": "171.26",
    });
  });

  test("with income below the claims no tax is withheld, but the health premium of Ontario", () => {
    const values = { "CAN.isIncomeLessThanClaim": true, "ON.isIncomeLessThanClaim": true };
    // A 59,434.93: premium 450 + 25% of 11,434.93, at most 600; 600 / 26 = 23.08
    expect(amounts(paid("ON", values))).toMatchObject({ "CAN INCOME_TAX": "0.00", "ON INCOME_TAX": "23.08" });
    const low = paid("AB", { "CAN.isIncomeLessThanClaim": true, "AB.isIncomeLessThanClaim": true });
    expect(amounts(low)).toMatchObject({ "CAN INCOME_TAX": "0.00", "AB INCOME_TAX": "0.00" });
  });

  test("the deduction of a prescribed zone lowers income, additional tax is a line", () => {
    // HD 4,015: A 55,419.93 is below 58,523; federal 0.14 * 4,015 less in that bracket.
    const found = amounts(
      paid("NU", { "CAN.prescribedZoneDeduction": "4015.00", "CAN.additionalTax": "25.00" }),
    );
    // Before: 0.205 * 59,434.93 - 3,804 = 8,380.16; after: 0.14 * 55,419.93 = 7,758.79; 205.32 - 621.37 / 26 = 181.42
    expect(found["CAN INCOME_TAX"]).toBe("181.42");
    expect(found["CAN EXTRA_AMOUNT"]).toBe("25.00");
  });

  test("income that the Indian Act exempts has no tax, and the pension plan is left out", () => {
    const estimate = paid("ON", { "CAN.isStatusIndianExempt": true, "CAN.exemptIncomePercent": "100" });
    expect(amounts(estimate)).toEqual({
      "CAN INCOME_TAX": "0.00",
      "ON INCOME_TAX": "0.00",
      "CAN EMPLOYMENT_INSURANCE": "37.62",
    });
    expect(missing(estimate)).toContain("CAN PENSION_PLAN");
  });

  test("the basic amounts fall between two incomes", () => {
    // A month of 30,000: C 1,767.65 (30,000 - 291.66 = 29,708.34), above nothing; NI = 12 * (30,000 - 1,767.65 / 5.95) = 356,434.97...
    // Federal: BPAF 14,829. 0.33 * 356,434.97 - 26,024 - 0.14 * (14,829 + 3,519.45 + 1,123.07 + 1,501)
    const found = amounts(paid("MB", {}, { pay: "30000", frequency: "MONTHLY" }));
    expect(found["CAN INCOME_TAX"]).toBe("7388.62");
    // Manitoba: 15,780 - 156,434.97 * 0.0789 = 3,437.28; 0.174 * NI - 5,567 - 0.108 * (3,437.28 + 4,642.52)
    expect(found["MB INCOME_TAX"]).toBe("4631.67");
  });

  test("Ontario takes off its reduction and adds its health premium", () => {
    // C 83.80, EI 27.71, A 20,230.99; T4 1,021.67 - 655.94 - 59.04 = 306.68; S 600 - 306.68 = 293.32; V2 6% of 230.99 = 13.86
    const found = amounts(paid("ON", {}, { pay: "1700", frequency: "MONTHLY" }));
    expect(found["ON INCOME_TAX"]).toBe("2.27");
  });

  test("Alberta supplements credits above a threshold", () => {
    // K1P 5,600 + K2P 371.40: K5P 25% of 1,075.40 = 268.85; 11,883.50 - 1,224 - 5,971.40 - 268.85 = 4,419.25
    const found = amounts(
      paid("AB", { "AB.totalClaimAmount": "70000.00" }, { pay: "10000", frequency: "MONTHLY" }),
    );
    expect(found["AB INCOME_TAX"]).toBe("368.27");
  });

  test("the reduction of British Columbia from July is that of half a year", () => {
    // A 29,735.12; T4 1,825.74 - 811.46 - 110.56 = 903.71; S 805 - 3.56% of 4,165.12 = 656.72
    const found = amounts(paid("BC", {}, { payDate: "2026-07-15", pay: "1153.85" }));
    expect(found["BC INCOME_TAX"]).toBe("9.50");
  });

  test("needs a province", () => {
    expect(() => paid("NY")).toThrow("province");
  });

  test("the exemption of the pension plan is cut after the cent", () => {
    // 1,000 - 67.30 (3,500 / 52 = 67.307...) = 932.70 * 5.95% = 55.495...: 55.50
    expect(amounts(paid("ON", {}, { pay: "1000", frequency: "WEEKLY" }))["CAN PENSION_PLAN"]).toBe("55.50");
    // 3,500 / 12 = 291.666...: (3,000 - 291.66) * 5.95% = 161.1462...
    expect(amounts(paid("ON", {}, { pay: "3000", frequency: "MONTHLY" }))["CAN PENSION_PLAN"]).toBe("161.15");
  });
});
