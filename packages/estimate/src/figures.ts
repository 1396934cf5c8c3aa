import { type Amount, type Exact, exact } from "./exact.js";
import editions from "./figures.json" with { type: "json" };

export type Rows = readonly (readonly number[])[];
export type UsFigures = (typeof editions.us)[keyof typeof editions.us];
type AllCanada = (typeof editions.ca)[keyof typeof editions.ca];
export type Plan = AllCanada["plans"]["general"];
type Contribution = Plan["employmentInsurance"];

export interface TaxTable {
  /** From, rate, constant. */
  readonly brackets: Rows;
  /** It falls to `minimum` between two net incomes. */
  readonly basicAmount: Readonly<Record<"amount" | "minimum" | "from" | "to", number>>;
  readonly employmentAmount?: number;
  readonly creditSupplement?: Rows;
  readonly surtax?: Rows;
  readonly healthPremium?: Rows;
  readonly lowTaxReduction?: number;
  readonly reduction?: Readonly<Record<"amount" | "from" | "rate" | "to", number>>;
  readonly leftOut?: readonly string[];
}

export interface CanadaFigures {
  readonly periods: AllCanada["periods"];
  readonly federal: TaxTable;
  readonly plans: { readonly [province: string]: unknown } & AllCanada["plans"];
  readonly provinces: Readonly<Record<string, TaxTable>>;
}

const canada: Readonly<Record<string, CanadaFigures>> = editions.ca;

type Edition<Figures> = readonly [name: string, figures: Figures];
export const unitedStatesOf = (payDate: string): Edition<UsFigures> => newest(editions.us, payDate);
export const canadaOf = (payDate: string): Edition<CanadaFigures> => newest(canada, payDate);

function newest<Figures>(all: Readonly<Record<string, Figures>>, payDate: string): Edition<Figures> {
  if (!/^\d{4}-\d\d-\d\d$/.test(payDate))
    throw new RangeError(`Send payDate as YYYY-MM-DD, not "${payDate}".`);
  const found = Object.entries(all).findLast(([from]) => from <= payDate);
  if (found === undefined) throw new RangeError(`There are no figures for pay of ${payDate}.`);
  return found;
}

/** The row with the largest lower bound that is not above the amount. */
export function rowOf(rows: Rows, amount: Exact): readonly number[] {
  return rows.findLast(([from = 0]) => !amount.isBelow(from)) ?? rows[0] ?? [];
}

/** Rows of over, rate, and sometimes a maximum: the sum of what each takes of the amount above it. */
export function stepsOf(rows: Rows | undefined, amount: Exact): Exact {
  return (rows ?? []).reduce((sum, [over = 0, rate = 0, maximum]) => {
    const step = amount.minus(over).max(0).times(rate);
    return sum.plus(maximum === undefined ? step : step.min(maximum));
  }, exact(0));
}

/** The share of an amount, up to what is still due of the maximum of the year, half up to the cent. */
export function shareOf(amount: Exact, { rate, maximum }: Contribution, before: Amount = 0): Exact {
  return amount.times(rate).min(exact(maximum).minus(before)).max(0).cents();
}
