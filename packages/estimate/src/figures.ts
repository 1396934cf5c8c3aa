import { Exact, zero } from "./exact.js";
import editions from "./figures.json" with { type: "json" };
import type { Frequency } from "./types.js";

export type FilingStatus = "S" | "M" | "H";
/** Lower bounds of brackets in the first column. */
export type Rows = readonly (readonly number[])[];
type Schedules = Readonly<Record<FilingStatus, Rows>>;

interface Periods {
  readonly periods: { readonly perYear: Readonly<Record<Frequency, number>> };
}

export interface UnitedStatesFigures extends Periods {
  readonly adjustment: { readonly amounts: Readonly<Record<FilingStatus, number>> };
  readonly standard: { readonly schedules: Schedules };
  readonly checkbox: { readonly schedules: Schedules };
  readonly nonresidentAlien: { readonly amounts: Readonly<Record<Frequency, number>> };
  readonly socialSecurity: { readonly rate: number; readonly wageBase: number };
  readonly medicare: { readonly rate: number };
  readonly additionalMedicare: { readonly rate: number; readonly over: number };
  readonly territories: { readonly regions: readonly string[] };
  readonly multipleJobs: {
    readonly maxSecondWage: number;
    readonly wages: Readonly<
      Record<FilingStatus, { readonly columns: readonly number[]; readonly rows: Rows }>
    >;
  };
}

export interface BasicAmount {
  readonly amount: number;
  /** The amount falls to `minimum` between these net incomes. */
  readonly minimum?: number;
  readonly from?: number;
  readonly to?: number;
}

interface Contribution {
  readonly rate: number;
  readonly maximum: number;
}

/** Contributions and the federal abatement of a province. */
export interface Plan {
  readonly jurisdiction: string;
  readonly pension: Contribution & {
    readonly exemption: number;
    readonly baseRate: number;
    readonly baseMaximum: number;
    readonly enhancedRate: number;
  };
  readonly secondPension: Contribution & { readonly over: number };
  readonly employmentInsurance: Contribution;
  readonly parentalInsurance?: Contribution;
  readonly abatement?: number;
}

export interface TaxTable {
  /** From, rate, constant. */
  readonly brackets: Rows;
  readonly basicAmount: BasicAmount;
  readonly employmentAmount?: number;
}

export interface Province extends Partial<TaxTable> {
  /** Over, rate. */
  readonly surtax?: Rows;
  /** Over, premium at that income, rate above it, maximum. */
  readonly healthPremium?: Rows;
  readonly creditSupplement?: { readonly over: number; readonly rate: number };
  readonly lowTaxReduction?: number;
  readonly reduction?: {
    readonly amount: number;
    readonly from: number;
    readonly rate: number;
    readonly to: number;
  };
  readonly leftOut?: readonly string[];
}

export interface CanadaFigures extends Periods {
  readonly federal: TaxTable;
  readonly plans: Readonly<Record<string, Plan>> & { readonly general: Plan };
  readonly provinces: Readonly<Record<string, Province>>;
}

const unitedStates: Readonly<Record<string, UnitedStatesFigures>> = editions.us;
const canada: Readonly<Record<string, CanadaFigures>> = editions.ca;

export interface Edition<Figures> {
  readonly name: string;
  readonly figures: Figures;
  /** The pay is of a year for which there are no figures yet. */
  readonly isOutdated: boolean;
}

export const unitedStatesOf = (payDate: string): Edition<UnitedStatesFigures> =>
  newest(unitedStates, payDate);
export const canadaOf = (payDate: string): Edition<CanadaFigures> => newest(canada, payDate);

function newest<Figures>(all: Readonly<Record<string, Figures>>, payDate: string): Edition<Figures> {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(payDate))
    throw new RangeError(`Send payDate as YYYY-MM-DD, not "${payDate}".`);
  const name = Object.keys(all)
    .sort()
    .findLast((from) => from <= payDate);
  if (name === undefined) throw new RangeError(`There are no figures for pay of ${payDate}.`);
  return { name, figures: all[name]!, isOutdated: name.slice(0, 4) < payDate.slice(0, 4) };
}

/** The row with the largest lower bound that is not above the amount. */
export function rowOf(rows: Rows, amount: Exact): readonly number[] {
  return rows.findLast(([from]) => !amount.isBelow(from!)) ?? rows[0]!;
}

/** What is still due of a maximum of the year. */
export function upTo(amount: Exact, maximum: number, before: Exact): Exact {
  return amount.min(Exact.of(maximum).minus(before)).max(zero);
}
