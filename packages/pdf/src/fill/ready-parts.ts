import { openings } from "../font/opening.js";
import type { Template } from "../template.js";

/** The constant bytes of a completed file: the fonts, which all forms share, and what is the form's own. */
export function readyParts({ opening, ready }: Template): readonly Uint8Array[] {
  return [openings[opening].bytes, ready];
}

export function readyLength({ opening, ready }: Template): number {
  return openings[opening].bytes.length + ready.length;
}
