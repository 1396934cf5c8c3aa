import type { ResultCode } from "./codes.js";
import type { Street } from "./street.js";

/** The two street lines as Publication 28 writes them: the delivery line, and what belongs to it. */
export interface StreetLines {
  readonly line1: string;
  readonly line2: string;
  /** Only where line 1 is a house number on a street. */
  readonly street: Street | undefined;
  readonly codes: readonly ResultCode[];
}
