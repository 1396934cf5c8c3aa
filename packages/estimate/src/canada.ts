import { Draft } from "./draft.js";
import { type Amount, type Exact, exact } from "./exact.js";
import { canadaOf, type Plan, rowOf, shareOf, stepsOf, type TaxTable } from "./figures.js";
import type { Estimate, Paycheck, YearToDate } from "./types.js";

/** T4127, option 1. The names of its factors are in the comments. */
export function estimateCanada(paycheck: Paycheck): Estimate {
  const [name, { periods: all, federal, plans, provinces }] = canadaOf(paycheck.payDate);
  const { region = "", yearToDate = {}, frequency } = paycheck;
  const province = provinces[region];
  if (province === undefined) throw new RangeError(`Send a province as region, not "${region}".`);
  const plan = (plans[region] ?? plans.general) as Plan;
  const draft = new Draft(paycheck);
  const pay = exact(paycheck.pay);
  const periods = all.perYear[frequency];
  const shares = contributionsOf(plan, pay, periods, plans.exemption[frequency], yearToDate);

  const deducted = shares.deductible.plus(paycheck.beforeIncomeTax ?? 0);
  const netIncome = pay.minus(deducted).times(periods);
  const income = netIncome.minus(draft.amount("CAN.prescribedZoneDeduction"));
  const year: Year = { income, pay: pay.times(periods), credited: shares.credited };
  const isExempt = draft.isTrue("CAN.isStatusIndianExempt");
  const tax = (jurisdiction: string, table: TaxTable): Exact => {
    if (isExempt || !exact(0).isBelow(income)) return exact(0);
    const premium = stepsOf(table.healthPremium, income);
    // V2 stays.
    if (draft.isTrue(`${jurisdiction}.isIncomeLessThanClaim`)) return premium;
    return taxOf(table, claimOf(draft, jurisdiction, table, netIncome), year).plus(premium);
  };

  const abated = tax("CAN", federal).times(exact(1).minus(plan.abatement));
  draft.add("INCOME_TAX", "CAN", abated.over(periods));
  if (province.brackets.length > 0) draft.add("INCOME_TAX", region, tax(region, province).over(periods));
  // L
  if (!isExempt)
    for (const jurisdiction of ["CAN", region])
      draft.addUnlessZero("EXTRA_AMOUNT", jurisdiction, draft.amount(`${jurisdiction}.additionalTax`));
  // Income that the Indian Act exempts is in no pension plan, unless the employer elects otherwise.
  if (isExempt) draft.leaveOut("PENSION_PLAN", plan.jurisdiction);
  else {
    draft.leaveOutExemptPart("CAN");
    draft.add("PENSION_PLAN", plan.jurisdiction, shares.pension);
    draft.addUnlessZero("SECOND_PENSION_PLAN", plan.jurisdiction, shares.secondPension);
  }
  draft.add("EMPLOYMENT_INSURANCE", "CAN", shares.employmentInsurance);
  draft.addUnlessZero("PARENTAL_INSURANCE", plan.jurisdiction, shares.parentalInsurance);

  for (const code of province.leftOut ?? [])
    if (code !== "INCOME_TAX" || !draft.isExempt(region)) draft.leaveOut(code, region);
  if (draft.has("CAN.commissionTotalRemuneration")) draft.leaveOut("COMMISSIONS", "CAN");
  draft.leaveOut("AUTHORIZED_CREDITS");
  return draft.finish(name);
}

/** A, annual pay, and the contributions that give a tax credit (K2). */
type Year = Readonly<Record<"income" | "pay" | "credited", Exact>>;

/** C, C2 and EI of a pay period, and what they take off the tax of the year. */
function contributionsOf(plan: Plan, pay: Exact, periods: number, exemption: number, before: YearToDate) {
  const { pension, secondPension, employmentInsurance, parentalInsurance } = plan;
  const { pensionPlan = 0, secondPensionPlan = 0, pensionablePay = 0 } = before;
  const first = shareOf(pay.minus(exemption), pension, pensionPlan);
  const above = pay.plus(pensionablePay).minus(exact(pensionablePay).max(secondPension.over));
  const second = shareOf(above, secondPension, secondPensionPlan);
  const insurance = shareOf(pay, employmentInsurance, before.employmentInsurance);
  /** The maximum from the period that reaches it, although the contribution of that period is smaller. */
  const ofYear = (share: Exact, maximum: number, paid: Amount = 0): Exact =>
    share.plus(paid).isBelow(maximum) ? share.times(periods).max(paid).min(maximum) : exact(maximum);
  const base = ofYear(first, pension.maximum, pensionPlan).times(pension.baseRate).over(pension.rate);
  return {
    ...{ pension: first, secondPension: second, employmentInsurance: insurance },
    parentalInsurance: shareOf(pay, parentalInsurance, before.parentalInsurance),
    // F5
    deductible: first.times(pension.enhancedRate).over(pension.rate).plus(second),
    credited: base
      .min(pension.baseMaximum)
      .plus(ofYear(insurance, employmentInsurance.maximum, before.employmentInsurance))
      .plus(pay.times(periods).times(parentalInsurance.rate).min(parentalInsurance.maximum)),
  };
}

/** TC, TCP; without a TD1 the basic amount, half up to the cent (BPAF, BPAMB, BPAYT). */
function claimOf(draft: Draft, jurisdiction: string, { basicAmount }: TaxTable, netIncome: Exact): Exact {
  if (draft.isTrue("CAN.isNonResident") && !draft.isTrue("CAN.isNonResidentNinetyPercent")) return exact(0);
  if (draft.has(`${jurisdiction}.totalClaimAmount`)) return draft.amount(`${jurisdiction}.totalClaimAmount`);
  const { amount, minimum, from, to } = basicAmount;
  const slope = exact(amount - minimum).over(to - from);
  const fall = netIncome.minus(from).max(0).times(slope);
  return exact(amount).minus(fall).max(minimum).cents();
}

/** T3, and T2 without the health premium. */
function taxOf(table: TaxTable, claim: Exact, { income, pay, credited }: Year): Exact {
  const [, rate = 0, constant = 0] = rowOf(table.brackets, income);
  const [, lowestRate = 0] = table.brackets[0] ?? [];
  // K1 and K2
  const credits = claim.plus(credited).times(lowestRate);
  const basic = income
    .times(rate)
    .minus(constant)
    .minus(credits)
    .minus(pay.min(table.employmentAmount ?? 0).times(lowestRate)) // K4
    .minus(stepsOf(table.creditSupplement, credits)) // K5P
    .max(0);
  const tax = basic.plus(stepsOf(table.surtax, basic)); // V1
  return tax.minus(reductionOf(table, tax, income)).max(0);
}

/** S */
function reductionOf({ lowTaxReduction = 0, reduction }: TaxTable, tax: Exact, income: Exact): Exact {
  if (reduction === undefined) return exact(0).max(exact(lowTaxReduction * 2).minus(tax));
  if (exact(reduction.to).isBelow(income)) return exact(0);
  return exact(0).max(exact(reduction.amount).minus(stepsOf([[reduction.from, reduction.rate]], income)));
}
