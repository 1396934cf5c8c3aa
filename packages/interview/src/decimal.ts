import { Decimal as Base } from "decimal.js";
import type { RoundingMode } from "./types.js";

/** Exact decimals, always written without an exponent. Only a quotient can be truncated, after 60 digits. */
export const Decimal = Base.clone({ precision: 60, toExpNeg: -2100, toExpPos: 2100 });
export type Decimal = Base;

export const zero: Decimal = new Decimal(0);

const modes: Readonly<Record<RoundingMode, Base.Rounding>> = {
  CEILING: Decimal.ROUND_CEIL,
  FLOOR: Decimal.ROUND_FLOOR,
  // Ties go away from zero, as Java's HALF_UP does, so that clients in other languages agree on negative numbers.
  HALF_UP: Decimal.ROUND_HALF_UP,
};

/**
 * The value of a whole number of up to seven digits, as most amounts are: decimal.js keeps it in one element. Sums
 * and products of two such numbers are exact, and far faster.
 */
function small({ d, e, s }: Decimal): number | undefined {
  return d.length === 1 && e >= 0 && e < 7 ? s * (d[0] ?? 0) : undefined;
}

export function plus(left: Decimal, right: Decimal): Decimal {
  const [a, b] = [small(left), small(right)];
  return a === undefined || b === undefined ? left.plus(right) : new Decimal(a + b);
}

export function minus(left: Decimal, right: Decimal): Decimal {
  const [a, b] = [small(left), small(right)];
  return a === undefined || b === undefined ? left.minus(right) : new Decimal(a - b);
}

export function times(left: Decimal, right: Decimal): Decimal {
  const [a, b] = [small(left), small(right)];
  return a === undefined || b === undefined ? left.times(right) : new Decimal(a * b);
}

/** Rounded and written with exactly this many decimal places. */
export function fixed(value: Decimal, scale: number): string {
  const whole = small(value);
  if (whole !== undefined) return scale === 0 ? String(whole) : `${whole}.${"0".repeat(scale)}`;
  const rounded = round(value, scale);
  const written = rounded.toFixed();
  const missing = scale - rounded.decimalPlaces();
  return missing === 0 ? written : `${written}${missing === scale ? "." : ""}${"0".repeat(missing)}`;
}

/** Never a negative zero, which would print as -0. */
export function round(value: Decimal, scale: number, mode: RoundingMode = "HALF_UP"): Decimal {
  const whole = small(value);
  if (whole !== undefined) return whole === 0 ? zero : value;
  // Most amounts need no rounding.
  if (value.decimalPlaces() <= scale) return value.isZero() ? zero : value;
  const rounded = settled(value).toDecimalPlaces(scale, modes[mode]);
  return rounded.isZero() ? zero : rounded;
}

/** Negative, zero, or positive, for left before, equal to, or after right. */
export function order(left: Decimal, right: Decimal): number {
  const [a, b] = [small(left), small(right)];
  if (a !== undefined && b !== undefined) return a - b;
  const found = left.cmp(right);
  if (found === 0 || (!isCut(left) && !isCut(right))) return found;
  return settled(left.minus(right)).cmp(zero);
}

/**
 * Far more decimal places than a form uses and far fewer than a quotient keeps: 2 / 3 * 3 is 2.000...01 after truncation,
 * which must round up to 2 and equal 2.
 */
const places = 24;

function isCut(value: Decimal): boolean {
  return value.decimalPlaces() > places;
}

function settled(value: Decimal): Decimal {
  return isCut(value) ? value.toDecimalPlaces(places, Decimal.ROUND_HALF_UP) : value;
}
