import { type Amount, type Exact, exact } from "./exact.js";
import type { Estimate, LeftOut, Line, Paycheck } from "./types.js";

/** Share or amount of the pay: which part of this paycheck it is, is not known. */
const exemptParts = ["exemptAmount", "exemptPercent", "exemptIncomePercent", "treatyExemptAmount"];
const otherParts = ["foreignHousingCostAmount", "nonResidentPercent", "residentPercent"];

/** The tax parameters of a paycheck, and the estimate as it is made. */
export class Draft {
  readonly #parameters: ReadonlyMap<string, string>;
  readonly #lines: Line[] = [];
  readonly #leftOut: LeftOut[] = [];

  constructor(private readonly paycheck: Paycheck) {
    this.#parameters = new Map(paycheck.parameters.map(({ id, value }) => [id, value]));
  }

  get jurisdictions(): string[] {
    return [...new Set([...this.#parameters.keys()].map((id) => id.slice(0, id.indexOf("."))))];
  }

  text(id: string): string | undefined {
    return this.#parameters.get(id);
  }

  has(id: string): boolean {
    return this.#parameters.has(id);
  }

  isTrue(id: string): boolean {
    return this.text(id) === "true";
  }

  /** Zero if it is absent. */
  amount(id: string): Exact {
    return exact(this.text(id) ?? 0);
  }

  /** The last day, which is this parameter, is before the paycheck. */
  isOver(id: string): boolean {
    return (this.text(id) ?? this.paycheck.payDate) < this.paycheck.payDate;
  }

  isExempt(jurisdiction: string): boolean {
    const isBegun = (this.text(`${jurisdiction}.exemptEffective`) ?? "") <= this.paycheck.payDate;
    const counts = isBegun && !this.isOver(`${jurisdiction}.exemptExpires`);
    return counts && this.isTrue(`${jurisdiction}.isExempt`);
  }

  add(code: string, jurisdiction: string, amount: Exact): void {
    this.#lines.push({ code, jurisdiction, amount: amount.toString() });
  }

  addUnlessZero(code: string, jurisdiction: string, amount: Exact): void {
    if (exact(0).isBelow(amount)) this.add(code, jurisdiction, amount);
  }

  leaveOut(code: string, jurisdiction?: string): void {
    this.#leftOut.push(jurisdiction === undefined ? { code } : { code, jurisdiction });
  }

  leaveOutExemptPart(jurisdiction: string): void {
    const parts = [...exemptParts, ...otherParts].map((name) => this.amount(`${jurisdiction}.${name}`));
    if (parts.some((part) => exact(0).isBelow(part))) this.leaveOut("EXEMPT_PART", jurisdiction);
  }

  finish(figures: string): Estimate {
    const { beforeIncomeTax, yearToDate, payDate } = this.paycheck;
    this.leaveOut("SUPPLEMENTAL_PAY");
    if (beforeIncomeTax === undefined) this.leaveOut("BEFORE_INCOME_TAX");
    if (yearToDate === undefined) this.leaveOut("YEAR_TO_DATE");
    if (figures.slice(0, 4) < payDate.slice(0, 4)) this.leaveOut("FIGURES_OF_THE_YEAR");
    const total = sumOf(this.#lines.map(({ amount }) => amount)).toString();
    return { kind: "ESTIMATE", figures, lines: this.#lines, total, leftOut: this.#leftOut };
  }
}

export const sumOf = (amounts: readonly Amount[]): Exact =>
  amounts.reduce<Exact>((sum, amount) => sum.plus(amount), exact(0));
