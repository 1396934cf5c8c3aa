import { contributionsOf } from "./contributions.js";
import { Exact, zero } from "./exact.js";
import { type BasicAmount, canadaOf, type Province, rowOf, type TaxTable } from "./figures.js";
import { Findings, leavesExemptPart, Parameters } from "./parameters.js";
import type { Estimate, Paycheck } from "./types.js";

/** T4127, option 1. The names of its factors are in the comments. */
export function estimateCanada(paycheck: Paycheck): Estimate {
  const { name, figures, isOutdated } = canadaOf(paycheck.payDate);
  const { region = "", yearToDate = {} } = paycheck;
  const province = figures.provinces[region];
  if (province === undefined)
    throw new RangeError(`Send a province or territory as region, not "${region}".`);
  const { federal } = figures;
  const plan = figures.plans[region] ?? figures.plans.general;
  const parameters = new Parameters(paycheck);
  const findings = new Findings();
  const pay = Exact.of(paycheck.pay);
  const periods = figures.periods.perYear[paycheck.frequency];
  const contributions = contributionsOf(plan, pay, periods, yearToDate);

  // HD, A, and NI
  const zoneDeduction = parameters.amount("CAN.prescribedZoneDeduction");
  const deducted = contributions.deductible.plus(Exact.of(paycheck.beforeIncomeTax ?? 0));
  const netIncome = pay.minus(deducted).times(periods);
  const year: Year = {
    income: netIncome.minus(zoneDeduction),
    pay: pay.times(periods),
    credited: contributions.credited,
  };
  const isExempt = parameters.isTrue("CAN.isStatusIndianExempt");
  const owesTax = !isExempt && zero.isBelow(year.income);
  const claimsNothing =
    parameters.isTrue("CAN.isNonResident") && !parameters.isTrue("CAN.isNonResidentNinetyPercent");
  // TC, TCP
  const claim = (jurisdiction: string, table: TaxTable): Exact => {
    const id = `${jurisdiction}.totalClaimAmount`;
    if (claimsNothing) return zero;
    return parameters.has(id) ? parameters.amount(id) : basicAmountOf(table.basicAmount, netIncome);
  };

  if (isOutdated) findings.leave("FIGURES_OF_THE_YEAR");
  const owesFederal = owesTax && !parameters.isTrue("CAN.isIncomeLessThanClaim");
  const federalTax = owesFederal ? basicTax(federal, claim("CAN", federal), year) : zero;
  const abated = federalTax.times(Exact.of(1).minus(Exact.of(plan.abatement ?? 0)));
  findings.add("INCOME_TAX", "CAN", abated.over(periods));
  if (leavesExemptPart(parameters, "CAN") && !isExempt) findings.leave("EXEMPT_PART", "CAN");

  if (hasTable(province)) {
    const owesMoreThanPremium = !parameters.isTrue(`${region}.isIncomeLessThanClaim`);
    const tax = owesTax ? provincialTax(province, claim(region, province), year, owesMoreThanPremium) : zero;
    findings.add("INCOME_TAX", region, tax.over(periods));
  }
  // L
  if (!isExempt)
    for (const jurisdiction of ["CAN", region])
      findings.addUnlessZero(
        "EXTRA_AMOUNT",
        jurisdiction,
        parameters.amount(`${jurisdiction}.additionalTax`),
      );

  // The pension plan has no part of pay that the Indian Act exempts, unless the employer elects otherwise.
  if (isExempt) findings.leave("PENSION_PLAN", plan.jurisdiction);
  else {
    findings.add("PENSION_PLAN", plan.jurisdiction, contributions.pension);
    findings.addUnlessZero("SECOND_PENSION_PLAN", plan.jurisdiction, contributions.secondPension);
  }
  findings.add("EMPLOYMENT_INSURANCE", "CAN", contributions.employmentInsurance);
  if (contributions.parentalInsurance !== undefined)
    findings.add("PARENTAL_INSURANCE", plan.jurisdiction, contributions.parentalInsurance);

  for (const code of province.leftOut ?? [])
    if (!(code === "INCOME_TAX" && parameters.isExempt(region))) findings.leave(code, region);
  if (parameters.has("CAN.commissionTotalRemuneration")) findings.leave("COMMISSIONS", "CAN");
  for (const code of ["AUTHORIZED_CREDITS", "SUPPLEMENTAL_PAY"]) findings.leave(code);
  if (paycheck.beforeIncomeTax === undefined) findings.leave("BEFORE_INCOME_TAX");
  if (paycheck.yearToDate === undefined) findings.leave("YEAR_TO_DATE");
  const { lines, total, leftOut } = findings;
  return { kind: "ESTIMATE", figures: name, lines, total, leftOut };
}

interface Year {
  /** A */
  readonly income: Exact;
  readonly pay: Exact;
  readonly credited: Exact;
}

function hasTable(province: Province): province is Province & TaxTable {
  return province.brackets !== undefined && province.basicAmount !== undefined;
}

/** BPAF, BPAMB, BPAYT: half up to the cent, with an exact quotient. */
function basicAmountOf({ amount, minimum = amount, from = 0, to = 1 }: BasicAmount, netIncome: Exact): Exact {
  const fall = Exact.of(amount).minus(Exact.of(minimum));
  const above = netIncome.minus(Exact.of(from)).orZero();
  return Exact.of(amount)
    .minus(above.times(fall).over(Exact.of(to).minus(Exact.of(from))))
    .max(Exact.of(minimum))
    .cents();
}

/** T3, and T4 before the rules of single provinces: tax by brackets less K1, K2 and K4. */
function basicTax(
  table: TaxTable,
  claim: Exact,
  year: Year,
  supplement?: Province["creditSupplement"],
): Exact {
  const [, rate = 0, constant = 0] = rowOf(table.brackets, year.income);
  const lowestRate = rowOf(table.brackets, zero)[1]!;
  const credits = claim.plus(year.credited).times(lowestRate);
  // K4, K4P
  const employment = year.pay.min(Exact.of(table.employmentAmount ?? 0)).times(lowestRate);
  // K5P
  const supplementary =
    supplement === undefined
      ? zero
      : credits.minus(Exact.of(supplement.over)).orZero().times(supplement.rate);
  return year.income
    .times(rate)
    .minus(Exact.of(constant))
    .minus(credits)
    .minus(employment)
    .minus(supplementary)
    .orZero();
}

/** T2: T4 with surtax (V1) and health premium (V2), less the reduction (S). */
function provincialTax(
  province: Province & TaxTable,
  claim: Exact,
  year: Year,
  owesMoreThanPremium: boolean,
): Exact {
  const premium = healthPremium(province, year.income);
  if (!owesMoreThanPremium) return premium;
  const basic = basicTax(province, claim, year, province.creditSupplement);
  const surtax = (province.surtax ?? []).reduce(
    (sum, [over = 0, rate = 0]) => sum.plus(basic.minus(Exact.of(over)).orZero().times(rate)),
    zero,
  );
  const tax = basic.plus(surtax);
  return tax
    .minus(reductionOf(province, tax, year.income))
    .orZero()
    .plus(premium);
}

function healthPremium({ healthPremium: rows = [] }: Province, income: Exact): Exact {
  const [over = 0, start = 0, rate = 0, maximum = 0] = rows.length === 0 ? [] : rowOf(rows, income);
  const premium = income.minus(Exact.of(over)).orZero().times(rate).plus(Exact.of(start));
  return premium.min(Exact.of(maximum));
}

function reductionOf({ lowTaxReduction, reduction }: Province, tax: Exact, income: Exact): Exact {
  if (lowTaxReduction !== undefined) return Exact.of(lowTaxReduction).times(2).minus(tax).min(tax).orZero();
  if (reduction === undefined || Exact.of(reduction.to).isBelow(income)) return zero;
  const fall = income.minus(Exact.of(reduction.from)).orZero().times(reduction.rate);
  return Exact.of(reduction.amount).minus(fall).min(tax).orZero();
}
