import { ascent, capHeight, descent } from "../font/opening.js";
import type { Slot } from "../template.js";
import { leading, lineHeight } from "./lines.js";

/** Capitals and digits are centered in the height of the box, unless descenders would then leave it. */
export function firstBaseline(slot: Slot, size: number, lineCount: number): number {
  const { y, height } = slot.rect;
  const cap = (capHeight / 1000) * size;
  const depth = (descent / 1000) * size;
  const below = (lineCount - 1) * leading * size;
  if (slot.kind === "multiline")
    return y + height - Math.min(2, Math.max(0, height - below - lineHeight * size)) - (ascent / 1000) * size;
  const middle = (height - cap - below) / 2;
  const low = middle < depth ? (height - lineHeight * size - below) / 2 + depth : middle;
  return y + below + low;
}

/** Positions are rounded before they are subtracted, so that small errors do not add up along a row. */
export function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
