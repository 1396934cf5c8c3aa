import { estimateCanada } from "./canada.js";
import { Exact } from "./exact.js";
import type { Estimate, Paycheck } from "./types.js";
import { estimateUnitedStates } from "./united-states.js";

export type { FilingStatus } from "./figures.js";
export {
  compareTwoJobs,
  type Job,
  type JobEffect,
  type Method,
  type TwoJobs,
  type TwoJobsEstimate,
} from "./two-jobs.js";
export type {
  Estimate,
  Frequency,
  LeftOut,
  Line,
  LineCode,
  Parameter,
  Paycheck,
  YearToDate,
} from "./types.js";

/** What tax parameters do to a paycheck, by the published formulas of the year. It is an estimate: see `leftOut`. */
export function estimatePaycheck(paycheck: Paycheck): Estimate {
  for (const amount of [paycheck.pay, paycheck.beforeIncomeTax ?? 0])
    if (Exact.of(amount).isBelow(0)) throw new RangeError("Send amounts of zero or more.");
  return paycheck.country === "US" ? estimateUnitedStates(paycheck) : estimateCanada(paycheck);
}
