import type { ResultCode } from "./codes.js";
import { type Delivery, readDelivery, secondLine } from "./delivery.js";
import { puertoRicoLines } from "./puerto-rico.js";
import type { Street } from "./street.js";
import type { Region } from "./tables.js";
import { tokens } from "./tokens.js";
import { readUnitLine, type Units } from "./unit.js";

/** The two street lines as Publication 28 writes them: the delivery line, and what belongs to it. */
export interface Lines {
  readonly line1: string;
  readonly line2: string;
  /** Only where line 1 is a house number on a street. */
  readonly street: Street | undefined;
  readonly codes: readonly ResultCode[];
}

export function standardLines(line1: string, line2: string, region: Region | undefined): Lines {
  const first = tokens(line1);
  const second = withoutPlaceholder(tokens(line2));
  if (region?.kind === "spanish") return puertoRicoLines(first, second);
  const military = region?.kind === "military";
  const delivery = readDelivery(first, military);
  if (!delivery.isDeliverable && second.length > 0 && readUnitLine(second) === undefined) {
    const other = readDelivery(second, military);
    if (other.isDeliverable) return join(other, first, first.length > 0);
  }
  return join(delivery, second, false);
}

function join(delivery: Delivery, other: readonly string[], swapped: boolean): Lines {
  const otherUnits = other.length === 0 ? undefined : readUnitLine(other);
  const units = joinUnits(delivery.units, otherUnits);
  let line2 = units?.text ?? "";
  if (delivery.rest !== "") line2 = line2 === "" ? delivery.rest : `${line2} ${delivery.rest}`;
  if (otherUnits === undefined && other.length > 0) {
    line2 = line2 === "" ? secondLine(other) : `${line2} ${secondLine(other)}`;
  }
  const street = delivery.isDeliverable ? delivery.street : undefined;
  if (!swapped && delivery.missing === undefined && units?.complete !== false) {
    return { line1: delivery.text, line2, street, codes: NO_CODES };
  }
  const codes: ResultCode[] = swapped ? ["AC06"] : [];
  if (delivery.missing !== undefined) codes.push(delivery.missing);
  if (units?.complete === false) codes.push("AE09");
  return { line1: delivery.text, line2, street, codes };
}

const NO_CODES: readonly ResultCode[] = [];

function joinUnits(first: Units | undefined, second: Units | undefined): Units | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  const number = second.text.startsWith("# ") ? second.text.slice(2) : undefined;
  // "Apt" in line 1 and "4B" in line 2, or the same unit in both lines.
  if (number !== undefined && !first.complete) return { text: `${first.text} ${number}`, complete: true };
  if (first.text === second.text || (number !== undefined && first.text.endsWith(` ${number}`))) return first;
  return { text: `${first.text} ${second.text}`, complete: first.complete && second.complete };
}

/** People type "N/A" where a form has a second line. */
function withoutPlaceholder(words: string[]): string[] {
  if (words.length === 0 || words.length > 2) return words;
  const text = words.join(" ");
  return text === "N A" || text === "NA" || text === "NONE" || text === "NULL" ? [] : words;
}
