import { Decimal as Base } from "decimal.js";
import type { RoundingMode } from "./types.js";

/** Exact decimals: 34 digits are more than any form's division needs before it is rounded to its scale. */
export const Decimal = Base.clone({ precision: 34, toExpNeg: -30, toExpPos: 30 });
export type Decimal = Base;

export const zero: Decimal = new Decimal(0);

const modes: Readonly<Record<RoundingMode, Base.Rounding>> = {
  CEILING: Decimal.ROUND_CEIL,
  FLOOR: Decimal.ROUND_FLOOR,
  // Ties go away from zero, as Java's HALF_UP does, so that clients in other languages agree on negative numbers.
  HALF_UP: Decimal.ROUND_HALF_UP,
};

export function round(value: Decimal, scale: number, mode: RoundingMode = "HALF_UP"): Decimal {
  return value.toDecimalPlaces(scale, modes[mode]);
}
