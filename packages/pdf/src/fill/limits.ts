import type { Template } from "../template.js";
import { leading, lineHeight, paddingOf } from "./lines.js";

/**
 * About how many characters each text slot takes at its smallest size, for `maxlength` hints. A rough number: what
 * fits is decided by measuring the value itself. A field that stands in several places has the limit of the tightest.
 */
export function slotLimits(template: Template): Readonly<Record<string, number>> {
  const limits: Record<string, number> = {};
  for (const slot of template.slots) {
    if (slot.kind === "check") continue;
    const perLine = Math.floor(
      ((slot.rect.width - 2 * paddingOf(slot)) * 1000) / (slot.floor * averageWidth),
    );
    const rows = Math.floor((slot.rect.height / slot.floor - lineHeight) / leading + 1);
    const limit =
      slot.kind === "comb"
        ? (slot.cells ?? 1)
        : perLine * (slot.kind === "multiline" ? Math.max(1, rows) : 1);
    limits[slot.name] = Math.max(1, Math.min(limit, limits[slot.name] ?? limit));
  }
  return limits;
}

/** Of Helvetica in names, addresses and amounts, in thousandths of the size. */
const averageWidth = 530;
