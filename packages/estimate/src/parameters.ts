import { Exact, zero } from "./exact.js";
import type { LeftOut, Line, LineCode, Paycheck } from "./types.js";

/** The tax parameters of a paycheck by jurisdiction. */
export class Parameters {
  readonly #values: ReadonlyMap<string, string>;

  constructor(private readonly paycheck: Paycheck) {
    this.#values = new Map(paycheck.parameters.map(({ id, value }) => [id, value]));
  }

  has(id: string): boolean {
    return this.#values.has(id);
  }

  text(id: string): string | undefined {
    return this.#values.get(id);
  }

  isTrue(id: string): boolean {
    return this.text(id) === "true";
  }

  /** Zero if it is absent. */
  amount(id: string): Exact {
    return Exact.of(this.text(id) ?? 0);
  }

  /** True on the day of the paycheck. */
  isExempt(jurisdiction: string): boolean {
    const { payDate } = this.paycheck;
    return (
      this.isTrue(`${jurisdiction}.isExempt`) &&
      (this.text(`${jurisdiction}.exemptEffective`) ?? payDate) <= payDate &&
      (this.text(`${jurisdiction}.exemptExpires`) ?? payDate) >= payDate
    );
  }

  jurisdictions(): string[] {
    return [...new Set(this.paycheck.parameters.map(({ id }) => id.slice(0, id.indexOf("."))))];
  }
}

/** Lines and what is missing, as they are found. */
export class Findings {
  readonly lines: Line[] = [];
  readonly leftOut: LeftOut[] = [];
  #total: Exact = zero;

  /** A line of an amount that is withheld from every paycheck is added even if it is zero. */
  add(code: LineCode, jurisdiction: string, amount: Exact): void {
    const rounded = amount.cents();
    this.lines.push({ code, jurisdiction, amount: rounded.toString() });
    this.#total = this.#total.plus(rounded);
  }

  addUnlessZero(code: LineCode, jurisdiction: string, amount: Exact): void {
    if (zero.isBelow(amount)) this.add(code, jurisdiction, amount);
  }

  leave(code: string, jurisdiction?: string): void {
    this.leftOut.push(jurisdiction === undefined ? { code } : { code, jurisdiction });
  }

  get total(): string {
    return this.#total.toString();
  }
}

const extraAmounts = [
  "additionalWithholding",
  "voluntary.additionalWithholding",
  "nonResidentAlienWithholding",
  "additionalTax",
];
const localExtraAmounts = [
  "additionalCountyWithholding",
  "nycAdditionalWithholding",
  "yonkersAdditionalWithholding",
];
/** The part of the pay that they exempt is not known. */
const exemptParts = [
  "exemptAmount",
  "exemptPercent",
  "exemptIncomePercent",
  "treatyExemptAmount",
  "foreignHousingCostAmount",
  "nonResidentPercent",
  "residentPercent",
];

export function leavesExemptPart(parameters: Parameters, jurisdiction: string): boolean {
  return exemptParts.some((name) => zero.isBelow(parameters.amount(`${jurisdiction}.${name}`)));
}

/** Percentages and amounts that a certificate of a state, a province or a place sets for every paycheck. The tables stay out. */
export function addElections(
  parameters: Parameters,
  jurisdiction: string,
  pay: Exact,
  taxable: Exact,
  findings: Findings,
): void {
  const named = (name: string): string => `${jurisdiction}.${name}`;
  const sum = (names: readonly string[]): Exact =>
    names.reduce((total, name) => total.plus(parameters.amount(named(name))), zero);
  const share = (of: Exact, name: string): Exact => of.times(parameters.amount(named(name))).over(100);

  const localRate = parameters
    .amount(named("residentEitRate"))
    .max(parameters.amount(named("workNonResidentEitRate")));
  findings.addUnlessZero("LOCAL_INCOME_TAX", jurisdiction, pay.times(localRate).over(100));
  if (!parameters.isTrue(named("isSchoolDistrictExempt")) && parameters.has(named("schoolDistrictRate"))) {
    if (parameters.text(named("schoolDistrictBase")) === "EARNED_INCOME")
      findings.add("LOCAL_INCOME_TAX", jurisdiction, share(pay, "schoolDistrictRate"));
    else findings.leave("LOCAL_TAX", jurisdiction);
  }
  findings.addUnlessZero("LOCAL_INCOME_TAX", jurisdiction, sum(localExtraAmounts));
  if (parameters.isExempt(jurisdiction)) return;

  const reduction = parameters.amount(named("reducedWithholding"));
  const percents = ["withholdingPercent", "voluntary.withholdingPercent"].filter((name) =>
    parameters.has(named(name)),
  );
  if (parameters.has(named("flatWithholdingPerPay"))) {
    findings.add("FIXED_AMOUNT", jurisdiction, parameters.amount(named("flatWithholdingPerPay")));
  } else if (percents.length > 0) {
    const withheld = percents.reduce((total, name) => total.plus(share(taxable, name)), zero);
    findings.add("PERCENT_OF_PAY", jurisdiction, withheld.minus(reduction).orZero());
    if (leavesExemptPart(parameters, jurisdiction)) findings.leave("EXEMPT_PART", jurisdiction);
  } else {
    findings.leave("INCOME_TAX", jurisdiction);
  }
  findings.addUnlessZero("EXTRA_AMOUNT", jurisdiction, sum(extraAmounts));
  findings.addUnlessZero("EXTRA_AMOUNT", jurisdiction, share(pay, "additionalWithholdingPercent"));
}
