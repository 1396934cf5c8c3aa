import { Decimal as Base } from "decimal.js";
import type { RoundingMode } from "./types.js";

/** Exact decimals, always written without an exponent. Only a quotient can be cut, after 60 figures. */
export const Decimal = Base.clone({ precision: 60, toExpNeg: -2100, toExpPos: 2100 });
export type Decimal = Base;

export const zero: Decimal = new Decimal(0);

const modes: Readonly<Record<RoundingMode, Base.Rounding>> = {
  CEILING: Decimal.ROUND_CEIL,
  FLOOR: Decimal.ROUND_FLOOR,
  // Ties go away from zero, as Java's HALF_UP does, so that clients in other languages agree on negative numbers.
  HALF_UP: Decimal.ROUND_HALF_UP,
};

/** Never a negative zero, which would print as -0. */
export function round(value: Decimal, scale: number, mode: RoundingMode = "HALF_UP"): Decimal {
  const rounded = settled(value).toDecimalPlaces(scale, modes[mode]);
  return rounded.isZero() ? zero : rounded;
}

/** Below zero, zero or above, for left before, equal to or after right. */
export function order(left: Decimal, right: Decimal): number {
  const found = left.cmp(right);
  if (found === 0 || (!isCut(left) && !isCut(right))) return found;
  return settled(left.minus(right)).cmp(zero);
}

/**
 * Far more places than a form computes with and far fewer than a quotient keeps: 2 / 3 * 3 is 2.000...01 after the cut,
 * which must round up to 2 and equal 2.
 */
const places = 24;

function isCut(value: Decimal): boolean {
  return value.decimalPlaces() > places;
}

function settled(value: Decimal): Decimal {
  return isCut(value) ? value.toDecimalPlaces(places, Decimal.ROUND_HALF_UP) : value;
}
