import type { Slot } from "../template.js";
import { leading, lineHeight } from "./lines.js";
import { helvetica } from "./winansi.js";

/** Capitals and digits are centered in the height of the box, unless descenders would then leave it. */
export function firstBaseline(slot: Slot, size: number, lineCount: number): number {
  const { y, height } = slot.rect;
  const cap = (helvetica.capHeight / 1000) * size;
  const descent = (helvetica.descent / 1000) * size;
  const below = (lineCount - 1) * leading * size;
  if (slot.kind === "multiline")
    return y + height - Math.min(2, Math.max(0, height - below - lineHeight * size)) - cap;
  const middle = (height - cap - below) / 2;
  const low = middle < descent ? (height - lineHeight * size - below) / 2 + descent : middle;
  return y + below + low;
}

/** Positions are rounded before they are subtracted, so that small errors do not add up along a row. */
export function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
