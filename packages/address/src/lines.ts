import type { ResultCode } from "./codes.js";
import { type Delivery, readDelivery, secondLine } from "./delivery.js";
import { puertoRicoLines } from "./puerto-rico.js";
import { isBoxStart } from "./route.js";
import type { StreetLines } from "./street-lines.js";
import type { Region } from "./tables.js";
import { tokens } from "./tokens.js";
import { isUnitWord, readUnitLine, type Units } from "./unit.js";

export function standardLines(line1: string, line2: string, region: Region | undefined): StreetLines {
  const first = tokens(line1);
  const second = tokens(line2);
  const lines = readLines(first, second, region);
  // A plain street needs no further parsing, and most addresses are one.
  const isPlain =
    lines.street !== undefined &&
    lines.line2 === "" &&
    second.length === 0 &&
    !first.some((word) => isUnitWord(word) || isBoxStart(word));
  return isPlain ? lines : settled(lines, region);
}

/** After removing a unit, the rest can end in another one ("Fifth Avenue A-17 Rear"), so repeat until nothing changes. */
function settled(lines: StreetLines, region: Region | undefined): StreetLines {
  let current = lines;
  for (let pass = 0; pass < 4; pass++) {
    const next = readLines(tokens(current.line1), tokens(current.line2), region);
    if (next.line1 === current.line1 && next.line2 === current.line2) return current;
    const swapped = current.codes.includes("AC06") && !next.codes.includes("AC06");
    current = swapped ? { ...next, codes: ["AC06", ...next.codes] } : next;
  }
  return current;
}

function readLines(words1: string[], words2: string[], region: Region | undefined): StreetLines {
  const first = withoutPlaceholder(words1);
  const second = withoutPlaceholder(words2);
  if (region?.kind === "spanish") return puertoRicoLines(first, second);
  const military = region?.kind === "military";
  const delivery = readDelivery(first, military);
  if (!delivery.isDeliverable && second.length > 0 && readUnitLine(second) === undefined) {
    const other = readDelivery(second, military);
    if (other.isDeliverable) return join(other, first, first.length > 0);
  }
  return join(delivery, second, false);
}

function join(delivery: Delivery, other: readonly string[], swapped: boolean): StreetLines {
  const otherUnits = other.length === 0 ? undefined : readUnitLine(other);
  const units = joinUnits(delivery.units, otherUnits);
  let line2 = units?.text ?? "";
  if (delivery.rest !== "") line2 = line2 === "" ? delivery.rest : `${line2} ${delivery.rest}`;
  if (otherUnits === undefined && other.length > 0) {
    line2 = line2 === "" ? secondLine(other) : `${line2} ${secondLine(other)}`;
  }
  const street = delivery.isDeliverable ? delivery.street : undefined;
  if (!swapped && delivery.missing === undefined && units?.complete !== false) {
    return { line1: delivery.text, line2, street, codes: noCodes };
  }
  const codes: ResultCode[] = swapped ? ["AC06"] : [];
  if (delivery.missing !== undefined) codes.push(delivery.missing);
  if (units?.complete === false) codes.push("AE09");
  return { line1: delivery.text, line2, street, codes };
}

const noCodes: readonly ResultCode[] = [];

function joinUnits(first: Units | undefined, second: Units | undefined): Units | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  const number = second.text.startsWith("# ") ? second.text.slice(2) : undefined;
  // "Apt" in line 1 and "4B" in line 2, or the same unit in both lines.
  if (number !== undefined && !first.complete) return { text: `${first.text} ${number}`, complete: true };
  if (first.text === second.text || (number !== undefined && first.text.endsWith(` ${number}`))) return first;
  return { text: `${first.text} ${second.text}`, complete: first.complete && second.complete };
}

/** People type "N/A" where a form has a line they do not need. */
function withoutPlaceholder(words: string[]): string[] {
  if (words.length === 0 || words.length > 2) return words;
  const text = words.join(" ");
  return text === "N A" || text === "NA" || text === "NONE" || text === "NULL" ? [] : words;
}
