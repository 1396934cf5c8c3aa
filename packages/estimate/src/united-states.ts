import { Draft } from "./draft.js";
import { addElections } from "./elections.js";
import { type Amount, type Exact, exact } from "./exact.js";
import { rowOf, stepsOf, type UsFigures, unitedStatesOf } from "./figures.js";
import type { Estimate, FilingStatus, Paycheck } from "./types.js";

/** Publication 15-T, section 1, and FICA. */
export function estimateUnitedStates(paycheck: Paycheck): Estimate {
  const [name, figures] = unitedStatesOf(paycheck.payDate);
  const draft = new Draft(paycheck);
  const pay = exact(paycheck.pay);
  const taxable = pay.minus(paycheck.beforeIncomeTax ?? 0).max(0);
  const states = draft.jurisdictions.filter((jurisdiction) => jurisdiction !== "FED");
  const { regions } = figures.territories;
  const hasOwnSystem = [paycheck.region ?? "", ...states].some((place) => regions.includes(place));

  if (hasOwnSystem && !draft.has("FED.filingStatus")) draft.leaveOut("INCOME_TAX", "FED");
  else addFederal(figures, paycheck, taxable, draft);
  addFica(figures, paycheck, pay, draft);
  for (const state of states) addElections(draft, state, pay, taxable);
  if (states.length === 0) draft.leaveOut("STATE_INCOME_TAX");
  for (const code of ["LOCAL_TAX", "STATE_INSURANCE"]) draft.leaveOut(code);
  return draft.finish(name);
}

function addFederal(figures: UsFigures, { frequency }: Paycheck, taxable: Exact, draft: Draft): void {
  if (draft.isExempt("FED")) return draft.add("INCOME_TAX", "FED", exact(0));
  draft.leaveOutExemptPart("FED");
  const status = draft.text("FED.filingStatus");
  const addsBack = draft.isTrue(
    draft.has("FED.nonResidentAlienAddBack") ? "FED.nonResidentAlienAddBack" : "FED.isNonResidentAlien",
  );
  const wages = addsBack ? taxable.plus(figures.nonresidentAlien.amounts[frequency]) : taxable;
  // Without a valid Form W-4, single and no other entries.
  const certificate = {
    status: status === "M" || status === "H" ? status : "S",
    twoJobs: draft.isTrue("FED.twoJobs"),
  } as const;
  const periods = figures.periods.perYear[frequency];
  const tax = federalTax(figures, wages, periods, certificate, (name) => draft.amount(`FED.${name}`));
  draft.add("INCOME_TAX", "FED", tax);
}

/** Worksheet 1A: the tax of a pay period, rounded once, at line 4b. */
export function federalTax(
  figures: UsFigures,
  wages: Exact,
  periods: number,
  { status, twoJobs }: { readonly status: FilingStatus; readonly twoJobs: boolean },
  entry: (name: string) => Amount,
): Exact {
  const income = wages.times(periods).plus(entry("otherIncome")).minus(entry("deductions"));
  const tax = taxOfYear(figures, income, status, twoJobs).minus(entry("dependentsAmt")).max(0);
  return tax.over(periods).plus(entry("additionalWithholding")).cents();
}

/** Lines 1g to 2g. With the standard schedule this is the income tax of the year on income without other deductions. */
export function taxOfYear(figures: UsFigures, income: Exact, status: FilingStatus, twoJobs = false): Exact {
  const adjusted = income.minus(twoJobs ? 0 : figures.adjustment.amounts[status]).max(0);
  const { schedules } = twoJobs ? figures.checkbox : figures.standard;
  const [from = 0, base = 0, rate = 0] = rowOf(schedules[status], adjusted);
  return adjusted.minus(from).times(rate).plus(base);
}

function addFica(figures: UsFigures, paycheck: Paycheck, pay: Exact, draft: Draft): void {
  const { yearToDate = {}, owesSocialSecurity } = paycheck;
  const { socialSecurity, medicare, additionalMedicare } = figures;
  if (owesSocialSecurity === false) return;
  // Many nonresident aliens owe none, which no certificate says.
  if (owesSocialSecurity === undefined && draft.isTrue("FED.isNonResidentAlien"))
    return draft.leaveOut("SOCIAL_SECURITY_AND_MEDICARE", "FED");
  const due = exact(socialSecurity.wageBase).minus(yearToDate.socialSecurityWages ?? 0);
  draft.add("SOCIAL_SECURITY", "FED", pay.min(due).max(0).times(socialSecurity.rate));
  draft.add("MEDICARE", "FED", pay.times(medicare.rate));
  const before = exact(yearToDate.medicareWages ?? 0);
  const additional = (wages: Exact): Exact => stepsOf(additionalMedicare.steps, wages);
  draft.addUnlessZero("ADDITIONAL_MEDICARE", "FED", additional(before.plus(pay)).minus(additional(before)));
}
