import { sumOf } from "./draft.js";
import { type Exact, exact } from "./exact.js";
import { rowOf, unitedStatesOf } from "./figures.js";
import type { FilingStatus, Frequency, LeftOut } from "./types.js";
import { federalTax, taxOfYear } from "./united-states.js";

/** Two jobs of one person, or one of each spouse who file jointly. The salaries are taxable pay of the year. */
export interface TwoJobs {
  readonly payDate: string;
  readonly filingStatus: FilingStatus;
  readonly jobs: readonly { readonly salary: string; readonly frequency: Frequency }[];
}

export interface Method {
  /** NONE: Step 2 stays empty. WORKSHEET: Step 2(b). CHECKBOX: Step 2(c), on the Forms W-4 for both jobs. */
  readonly code: "NONE" | "WORKSHEET" | "CHECKBOX";
  /** Federal income tax of a paycheck, and what it is more than with an empty Step 2, in the order of the request. */
  readonly jobs: readonly { readonly tax: string; readonly more: string }[];
  /** For Step 4(c) of the Form W-4 for the job that pays more. */
  readonly extraAmount?: string;
  /** What is withheld in a year less the tax on both salaries. Below zero: tax that is due with the return. */
  readonly yearDifference: string;
}

export interface TwoJobsEstimate {
  readonly kind: "ESTIMATE";
  readonly figures: string;
  /** Index of the job that pays more: its Form W-4 has the extra amount. */
  readonly higher: number;
  /** Without WORKSHEET where both salaries are above its limit. */
  readonly methods: readonly Method[];
  /** The method that comes closest to the tax of the year. */
  readonly best: Method["code"];
  readonly leftOut: readonly LeftOut[];
}

/** What Step 2(b) and Step 2(c) of Form W-4 do to the federal income tax of each paycheck. */
export function compareTwoJobs({ payDate, filingStatus, jobs }: TwoJobs): TwoJobsEstimate {
  if (jobs.length !== 2) throw new RangeError("Send two jobs.");
  const [figuresName, figures] = unitedStatesOf(payDate);
  const paid = jobs.map(({ salary, frequency }) => {
    return { salary: exact(salary), periods: figures.periods.perYear[frequency] };
  });
  const [first = exact(0), second = exact(0)] = paid.map(({ salary }) => salary);
  const higher = first.isBelow(second) ? 1 : 0;
  const due = taxOfYear(figures, first.plus(second), filingStatus);
  const taxes = (twoJobs: boolean, extra: Exact = exact(0)): Exact[] =>
    paid.map(({ salary, periods }, index) =>
      federalTax(figures, salary.over(periods), periods, { status: filingStatus, twoJobs }, (name) =>
        name === "additionalWithholding" && index === higher ? extra : 0,
      ),
    );
  const before = taxes(false);
  const method = (code: Method["code"], after: readonly Exact[], extra?: Exact): Method => ({
    code,
    jobs: after.map((tax, index) => ({ tax: `${tax}`, more: `${tax.minus(before[index]!)}` })),
    ...(extra && { extraAmount: `${extra}` }),
    yearDifference: `${sumOf(after.map((tax, index) => tax.times(paid[index]!.periods))).minus(due)}`,
  });

  // Line 1 of the worksheet: the row of the higher and the column of the lower paying job.
  const { maxSecondWage, wages } = figures.multipleJobs;
  const { columns, rows } = wages[filingStatus];
  const lower = first.min(second);
  const column = columns.findLastIndex((from) => !lower.isBelow(from));
  const ofYear = exact(rowOf(rows, first.max(second))[column + 1] ?? 0);
  const extra = ofYear.over(paid[higher]!.periods).cents();
  const methods = [
    method("NONE", before),
    ...(exact(maxSecondWage).isBelow(lower) ? [] : [method("WORKSHEET", taxes(false, extra), extra)]),
    method("CHECKBOX", taxes(true)),
  ];
  const distance = ({ yearDifference }: Method): Exact => exact(yearDifference.replace("-", ""));
  const best = methods.reduce((one, other) => (distance(other).isBelow(distance(one)) ? other : one));
  const leftOut = [{ code: "OTHER_JOBS_AND_INCOME" }, { code: "CREDITS_AND_DEDUCTIONS" }];
  if (figuresName.slice(0, 4) < payDate.slice(0, 4)) leftOut.push({ code: "FIGURES_OF_THE_YEAR" });
  return { kind: "ESTIMATE", figures: figuresName, higher, methods, best: best.code, leftOut };
}
