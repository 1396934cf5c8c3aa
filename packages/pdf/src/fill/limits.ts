import type { Slot, Template } from "../template.js";
import { leading, lineHeight, paddingOf } from "./lines.js";

/**
 * About how many characters each text slot takes at its smallest size, for `maxlength` hints. A rough number: what
 * fits is decided by measuring the value itself. A field that is in several places has the limit of the tightest.
 */
export function slotLimits(template: Template): Readonly<Record<string, number>> {
  const limits: Record<string, number> = {};
  for (const slot of template.slots) {
    if (slot.kind === "check") continue;
    limits[slot.name] = Math.min(limitOf(slot), limits[slot.name] ?? Number.POSITIVE_INFINITY);
  }
  return limits;
}

export function limitOf(slot: Slot): number {
  if (slot.kind === "comb") return slot.cells ?? 1;
  const perLine = ((slot.rect.width - 2 * paddingOf(slot)) * 1000) / (slot.floor * averageWidth);
  const rows = slot.kind === "multiline" ? (slot.rect.height / slot.floor - lineHeight) / leading + 1 : 1;
  return Math.max(1, Math.floor(perLine) * Math.max(1, Math.floor(rows)));
}

/** Of letters in names, addresses and amounts, in thousandths of the size. */
const averageWidth = 530;
