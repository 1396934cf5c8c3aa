import { Exact, zero } from "./exact.js";
import { type FilingStatus, rowOf, type UnitedStatesFigures, unitedStatesOf, upTo } from "./figures.js";
import { addElections, Findings, leavesExemptPart, Parameters } from "./parameters.js";
import type { Estimate, Paycheck } from "./types.js";

/** Publication 15-T, section 1, and FICA. */
export function estimateUnitedStates(paycheck: Paycheck): Estimate {
  const { name, figures, isOutdated } = unitedStatesOf(paycheck.payDate);
  const parameters = new Parameters(paycheck);
  const findings = new Findings();
  const pay = Exact.of(paycheck.pay);
  const taxable = pay.minus(Exact.of(paycheck.beforeIncomeTax ?? 0)).orZero();
  const states = parameters.jurisdictions().filter((jurisdiction) => jurisdiction !== "FED");

  if (isOutdated) findings.leave("FIGURES_OF_THE_YEAR");
  const hasOwnSystem = figures.territories.regions.includes(paycheck.region ?? "");
  if (hasOwnSystem && !parameters.has("FED.filingStatus")) findings.leave("INCOME_TAX", "FED");
  else addFederal(figures, paycheck, taxable, parameters, findings);
  addFica(figures, paycheck, pay, parameters, findings);
  for (const state of states) addElections(parameters, state, pay, taxable, findings);

  if (states.length === 0) findings.leave("STATE_INCOME_TAX");
  for (const code of ["LOCAL_TAX", "STATE_INSURANCE", "SUPPLEMENTAL_PAY"]) findings.leave(code);
  if (paycheck.beforeIncomeTax === undefined) findings.leave("BEFORE_INCOME_TAX");
  if (paycheck.yearToDate === undefined) findings.leave("YEAR_TO_DATE");
  const { lines, total, leftOut } = findings;
  return { kind: "ESTIMATE", figures: name, lines, total, leftOut };
}

function addFederal(
  figures: UnitedStatesFigures,
  { frequency }: Paycheck,
  taxable: Exact,
  parameters: Parameters,
  findings: Findings,
): void {
  if (parameters.isExempt("FED")) return findings.add("INCOME_TAX", "FED", zero);
  if (leavesExemptPart(parameters, "FED")) findings.leave("EXEMPT_PART", "FED");
  const status = parameters.text("FED.filingStatus");
  // Without a valid Form W-4, single and no other entries.
  const filingStatus: FilingStatus = status === "M" || status === "H" ? status : "S";
  const addsBack = parameters.has("FED.nonResidentAlienAddBack")
    ? parameters.isTrue("FED.nonResidentAlienAddBack")
    : parameters.isTrue("FED.isNonResidentAlien");
  const addition = addsBack ? Exact.of(figures.nonresidentAlien.amounts[frequency]) : zero;
  const periods = figures.periods.perYear[frequency];
  const entries = {
    filingStatus,
    twoJobs: parameters.isTrue("FED.twoJobs"),
    dependentsAmt: parameters.amount("FED.dependentsAmt"),
    otherIncome: parameters.amount("FED.otherIncome"),
    deductions: parameters.amount("FED.deductions"),
    additionalWithholding: parameters.amount("FED.additionalWithholding"),
  };
  // No pay, no tax: the addition is only for wages.
  const wages = zero.isBelow(taxable) ? taxable.plus(addition) : zero;
  findings.add("INCOME_TAX", "FED", federalTax(figures, wages, periods, entries));
}

export interface W4Entries {
  readonly filingStatus: FilingStatus;
  readonly twoJobs?: boolean;
  readonly dependentsAmt?: Exact;
  readonly otherIncome?: Exact;
  readonly deductions?: Exact;
  readonly additionalWithholding?: Exact;
}

/** Worksheet 1A: the tax of a pay period, rounded once, at line 4b. */
export function federalTax(
  figures: UnitedStatesFigures,
  wages: Exact,
  periods: number,
  { filingStatus, twoJobs = false, ...amounts }: W4Entries,
): Exact {
  const {
    dependentsAmt = zero,
    otherIncome = zero,
    deductions = zero,
    additionalWithholding = zero,
  } = amounts;
  const income = wages.times(periods).plus(otherIncome).minus(deductions);
  return taxOfYear(figures, income, filingStatus, twoJobs)
    .minus(dependentsAmt)
    .orZero()
    .over(periods)
    .plus(additionalWithholding)
    .cents();
}

/** Lines 1g to 2g. With the standard schedule this is the income tax of the year on income without other deductions. */
export function taxOfYear(
  figures: UnitedStatesFigures,
  income: Exact,
  filingStatus: FilingStatus,
  twoJobs: boolean,
): Exact {
  const adjustment = twoJobs ? 0 : figures.adjustment.amounts[filingStatus];
  const adjusted = income.minus(Exact.of(adjustment)).orZero();
  const { schedules } = twoJobs ? figures.checkbox : figures.standard;
  const [from = 0, base = 0, rate = 0] = rowOf(schedules[filingStatus], adjusted);
  return adjusted.minus(Exact.of(from)).times(rate).plus(Exact.of(base));
}

function addFica(
  { socialSecurity, medicare, additionalMedicare }: UnitedStatesFigures,
  { yearToDate = {}, owesSocialSecurity }: Paycheck,
  pay: Exact,
  parameters: Parameters,
  findings: Findings,
): void {
  if (owesSocialSecurity === false) return;
  // Many nonresident aliens owe none, which no certificate says.
  if (owesSocialSecurity === undefined && parameters.isTrue("FED.isNonResidentAlien"))
    return findings.leave("SOCIAL_SECURITY_AND_MEDICARE", "FED");
  const capped = upTo(pay, socialSecurity.wageBase, Exact.of(yearToDate.socialSecurityWages ?? 0));
  findings.add("SOCIAL_SECURITY", "FED", capped.times(socialSecurity.rate));
  findings.add("MEDICARE", "FED", pay.times(medicare.rate));
  const before = Exact.of(yearToDate.medicareWages ?? 0);
  const over = (wages: Exact): Exact => wages.minus(Exact.of(additionalMedicare.over)).orZero();
  const above = over(before.plus(pay)).minus(over(before));
  findings.addUnlessZero("ADDITIONAL_MEDICARE", "FED", above.times(additionalMedicare.rate));
}
