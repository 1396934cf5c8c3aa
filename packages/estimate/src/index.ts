import { estimateCanada } from "./canada.js";
import { exact } from "./exact.js";
import type { Estimate, Paycheck } from "./types.js";
import { estimateUnitedStates } from "./united-states.js";

export { compareTwoJobs, type Method, type TwoJobs, type TwoJobsEstimate } from "./two-jobs.js";
export type { Estimate, FilingStatus, Frequency, LeftOut, Line, Paycheck, YearToDate } from "./types.js";

/** What tax parameters do to a paycheck, by the published formulas of the year. It is an estimate: see `leftOut`. */
export function estimatePaycheck(paycheck: Paycheck): Estimate {
  for (const amount of [paycheck.pay, paycheck.beforeIncomeTax ?? 0])
    if (exact(amount).isBelow(0)) throw new RangeError("Send amounts of zero or more.");
  return paycheck.country === "US" ? estimateUnitedStates(paycheck) : estimateCanada(paycheck);
}
