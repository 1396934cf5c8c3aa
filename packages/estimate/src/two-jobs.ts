import { Exact, zero } from "./exact.js";
import { type FilingStatus, rowOf, type UnitedStatesFigures, unitedStatesOf } from "./figures.js";
import type { Frequency } from "./types.js";
import { federalTax, taxOfYear, type W4Entries } from "./united-states.js";

export interface Job {
  /** Taxable pay of the year, such as "60000". */
  readonly salary: string;
  readonly frequency: Frequency;
}

/** Two jobs of one person, or one of each spouse who file jointly. */
export interface TwoJobs {
  readonly payDate: string;
  readonly filingStatus: FilingStatus;
  readonly jobs: readonly [Job, Job];
}

export interface JobEffect {
  /** Federal income tax of a paycheck. */
  readonly tax: string;
  /** More than with an empty Step 2. */
  readonly more: string;
}

export interface Method {
  /** NONE: Step 2 stays empty. WORKSHEET: Step 2(b). CHECKBOX: Step 2(c), on the Forms W-4 for both jobs. */
  readonly code: "NONE" | "WORKSHEET" | "CHECKBOX";
  /** In the order of the request. */
  readonly jobs: readonly [JobEffect, JobEffect];
  /** For Step 4(c) of the Form W-4 for the job that pays more. */
  readonly extraAmount?: string;
  /** What is withheld in a year less the tax on both salaries. Below zero: tax that is due with the return. */
  readonly yearDifference: string;
}

export interface TwoJobsEstimate {
  readonly kind: "ESTIMATE";
  readonly figures: string;
  /** Index of the job that pays more: the one whose Form W-4 has the extra amount. */
  readonly higher: 0 | 1;
  /** Without WORKSHEET where both salaries are above its limit. */
  readonly methods: readonly Method[];
  /** The method that comes closest to the tax of the year. */
  readonly best: Method["code"];
  readonly leftOut: readonly { readonly code: string }[];
}

/** What Step 2(b) and Step 2(c) of Form W-4 do to the federal income tax of each paycheck. */
export function compareTwoJobs({ payDate, filingStatus, jobs }: TwoJobs): TwoJobsEstimate {
  const { name, figures, isOutdated } = unitedStatesOf(payDate);
  const salaries = jobs.map(({ salary }) => Exact.of(salary));
  const [first = zero, second = zero] = salaries;
  const higher = first.isBelow(second) ? 1 : 0;
  const due = taxOfYear(figures, first.plus(second), filingStatus, false);
  const periods = (index: number): number => figures.periods.perYear[jobs[index]!.frequency];
  const tax = (index: number, entries: Omit<W4Entries, "filingStatus">): Exact => {
    const wages = salaries[index]!.over(periods(index));
    return federalTax(figures, wages, periods(index), { filingStatus, ...entries });
  };
  const found: { readonly method: Method; readonly distance: Exact }[] = [];
  const add = (code: Method["code"], entries: (index: number) => Omit<W4Entries, "filingStatus">): void => {
    const taxes = [0, 1].map((index) => tax(index, entries(index)));
    const effect = (index: number): JobEffect => {
      const amount = taxes[index]!;
      return { tax: amount.toString(), more: amount.minus(tax(index, {})).toString() };
    };
    const withheld = taxes.reduce((sum, amount, index) => sum.plus(amount.times(periods(index))), zero);
    const difference = withheld.minus(due);
    const extra = entries(higher).additionalWithholding;
    found.push({
      method: {
        code,
        jobs: [effect(0), effect(1)],
        ...(extra === undefined ? {} : { extraAmount: extra.toString() }),
        yearDifference: difference.toString(),
      },
      distance: difference.max(zero.minus(difference)),
    });
  };

  add("NONE", () => ({}));
  const lower = first.min(second);
  if (!Exact.of(figures.multipleJobs.maxSecondWage).isBelow(lower)) {
    const extra = worksheetAmount(figures, filingStatus, first.max(second), lower)
      .over(periods(higher))
      .cents();
    add("WORKSHEET", (index) => (index === higher ? { additionalWithholding: extra } : {}));
  }
  add("CHECKBOX", () => ({ twoJobs: true }));
  const best = found.reduce((one, other) => (other.distance.isBelow(one.distance) ? other : one));
  return {
    kind: "ESTIMATE",
    figures: name,
    higher,
    methods: found.map(({ method }) => method),
    best: best.method.code,
    leftOut: [
      ...(isOutdated ? [{ code: "FIGURES_OF_THE_YEAR" }] : []),
      ...["OTHER_JOBS_AND_INCOME", "CREDITS_AND_DEDUCTIONS"].map((code) => ({ code })),
    ],
  };
}

/** Multiple jobs worksheet, line 1: the row of the higher and the column of the lower paying job. */
function worksheetAmount(
  figures: UnitedStatesFigures,
  filingStatus: FilingStatus,
  higher: Exact,
  lower: Exact,
): Exact {
  const { columns, rows } = figures.multipleJobs.wages[filingStatus];
  const column = columns.findLastIndex((from) => !lower.isBelow(from));
  return Exact.of(rowOf(rows, higher)[column + 1]!);
}
