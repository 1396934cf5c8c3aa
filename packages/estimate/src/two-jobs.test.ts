import { expect, test } from "vitest";
import { compareTwoJobs, type TwoJobs } from "./index.js";

type Job = TwoJobs["jobs"][number];

const job = (salary: string, frequency: Job["frequency"]): Job => ({ salary, frequency });
const compared = (first: Job, second: Job) =>
  compareTwoJobs({ payDate: "2026-03-13", filingStatus: "S", jobs: [first, second] });

test("the box of Step 2(c) fits two jobs with similar pay", () => {
  // Tax on 100,000: 91,400 is 5,800 + 22% of 33,500 = 13,170.
  expect(compared(job("60000", "BIWEEKLY"), job("40000", "BIWEEKLY"))).toEqual({
    kind: "ESTIMATE",
    figures: "2026-01",
    higher: 0,
    methods: [
      {
        code: "NONE",
        // 51,400: 5,020 / 26; 31,400: 2,620 / 26
        jobs: [
          { tax: "193.08", more: "0.00" },
          { tax: "100.77", more: "0.00" },
        ],
        yearDifference: "-5529.90",
      },
      {
        code: "WORKSHEET",
        // Row 60,000, column 40,000: 7,100 / 26
        jobs: [
          { tax: "466.16", more: "273.08" },
          { tax: "100.77", more: "0.00" },
        ],
        extraAmount: "273.08",
        yearDifference: "1570.18",
      },
      {
        code: "CHECKBOX",
        // 2,900 + 22% of 26,750 = 8,785 / 26; 2,900 + 22% of 6,750 = 4,385 / 26
        jobs: [
          { tax: "337.88", more: "144.80" },
          { tax: "168.65", more: "67.88" },
        ],
        yearDifference: "-0.22",
      },
    ],
    best: "CHECKBOX",
    leftOut: [{ code: "OTHER_JOBS_AND_INCOME" }, { code: "CREDITS_AND_DEDUCTIONS" }],
  });
});

test("the worksheet of Step 2(b) fits a second job that pays much less, in any order", () => {
  // Tax on 110,000: 101,400 is 5,800 + 22% of 43,500 = 15,370.
  const { methods, best, higher } = compared(job("20000", "WEEKLY"), job("90000", "MONTHLY"));
  expect([best, higher]).toEqual(["WORKSHEET", 1]);
  expect(methods[1]).toEqual({
    code: "WORKSHEET",
    // 390 / 52; 10,970 / 12 = 914.17 and row 80,000, column 20,000: 5,100 / 12
    jobs: [
      { tax: "7.50", more: "0.00" },
      { tax: "1339.17", more: "425.00" },
    ],
    extraAmount: "425.00",
    yearDifference: "1090.04",
  });
  // 620 + 12% of 5,750 = 1,310 / 52; 8,983 + 24% of 29,100 = 15,967 / 12
  expect(methods[2]).toMatchObject({
    jobs: [
      { tax: "25.19", more: "17.69" },
      { tax: "1330.58", more: "416.41" },
    ],
    yearDifference: "1906.84",
  });
});

test("the worksheet is not offered for two jobs above its limit", () => {
  const codes = (second: string) =>
    compared(job("150000", "MONTHLY"), job(second, "MONTHLY")).methods.map(({ code }) => code);
  expect(codes("120000")).toEqual(["NONE", "WORKSHEET", "CHECKBOX"]);
  expect(codes("120001")).toEqual(["NONE", "CHECKBOX"]);
});
