import { type Slot, valueFonts } from "../template.js";
import { firstBaseline, hundredths } from "./baseline.js";
import { largestSize, paddingOf } from "./lines.js";

/** What stays the same from value to value while they are one line in the usual font, of the slot's own size. */
export interface Usual {
  readonly size: number;
  /** Marks, font, and the distance from the left where every value starts there. */
  readonly start: Uint8Array;
  readonly move: Uint8Array;
}

export function usualOf(slot: Slot, opening: string): Usual | undefined {
  if (slot.kind !== "text") return undefined;
  const size = largestSize(slot);
  const left = slot.align === "left" ? text(slot.rect.x + paddingOf(slot)) : "";
  return {
    size,
    start: Buffer.from(`${opening}/${valueFonts.regular} ${text(size)} Tf ${left}`),
    move: Buffer.from(` ${text(firstBaseline(slot, size, 1))} Td`),
  };
}

function text(value: number): string {
  return String(hundredths(value));
}
