import { Exact, zero } from "./exact.js";
import { type Plan, upTo } from "./figures.js";
import type { YearToDate } from "./types.js";

export interface Contributions {
  readonly pension: Exact;
  readonly secondPension: Exact;
  readonly employmentInsurance: Exact;
  /** Undefined outside of Quebec. */
  readonly parentalInsurance: Exact | undefined;
  /** F5: the part of the pension contributions that is deducted from income. */
  readonly deductible: Exact;
  /** Contributions of the year that give a tax credit (K2). */
  readonly credited: Exact;
}

/** C, C2 and EI of a pay period, rounded to the cent. */
export function contributionsOf(plan: Plan, pay: Exact, periods: number, before: YearToDate): Contributions {
  const { pension, secondPension, employmentInsurance, parentalInsurance } = plan;
  const paid = {
    pension: Exact.of(before.pensionPlan ?? 0),
    second: Exact.of(before.secondPensionPlan ?? 0),
    insurance: Exact.of(before.employmentInsurance ?? 0),
    parental: Exact.of(before.parentalInsurance ?? 0),
  };
  const exemption = Exact.of(pension.exemption).over(periods).wholeCents();
  const first = upTo(pay.minus(exemption).times(pension.rate), pension.maximum, paid.pension).cents();

  const pensionable = Exact.of(before.pensionablePay ?? 0);
  const above = pensionable.plus(pay).minus(pensionable.max(Exact.of(secondPension.over)));
  const second = upTo(above.times(secondPension.rate), secondPension.maximum, paid.second).cents();

  const insurance = upTo(
    pay.times(employmentInsurance.rate),
    employmentInsurance.maximum,
    paid.insurance,
  ).cents();
  const parental =
    parentalInsurance && upTo(pay.times(parentalInsurance.rate), parentalInsurance.maximum, paid.parental);

  const basePension = ofYear(first, periods, paid.pension, pension.maximum)
    .times(pension.baseRate)
    .over(pension.rate)
    .min(Exact.of(pension.baseMaximum));
  const credited = basePension
    .plus(ofYear(insurance, periods, paid.insurance, employmentInsurance.maximum))
    .plus(
      parentalInsurance === undefined
        ? zero
        : pay.times(periods).times(parentalInsurance.rate).min(Exact.of(parentalInsurance.maximum)),
    );
  return {
    ...{ pension: first, secondPension: second, employmentInsurance: insurance },
    parentalInsurance: parental?.cents(),
    deductible: first.times(pension.enhancedRate).over(pension.rate).plus(second),
    credited,
  };
}

/** The maximum from the period that reaches it, although the contribution of that period is smaller. */
function ofYear(contribution: Exact, periods: number, paid: Exact, maximum: number): Exact {
  const most = Exact.of(maximum);
  const isReached = !paid.plus(contribution).isBelow(most);
  return isReached ? most : contribution.times(periods).max(paid).min(most);
}
