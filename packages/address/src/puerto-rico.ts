import type { ResultCode } from "./codes.js";
import { readDelivery } from "./delivery.js";
import { routeAt } from "./route.js";
import type { StreetLines } from "./street-lines.js";
import { spanishPrefixes } from "./tables.js";
import { readUnitLine, readUnits } from "./unit.js";

/**
 * Puerto Rico (Publication 28, section 29): the urbanization on the line above the street, the house number before
 * CALLE, no English suffixes. "Urb Las Gladiolas 150 Calle A" becomes the two lines URB LAS GLADIOLAS and 150 CALLE A.
 */
export function puertoRicoLines(first: readonly string[], second: readonly string[]): StreetLines {
  const urbanization = takeUrbanization(first, second);
  const [left, right] = urbanization.rest;
  const codes: ResultCode[] = [];
  const main = delivery(left.length > 0 ? left : right, codes);
  const other = left.length === 0 || right.length === 0 ? "" : otherLine(right);
  return urbanization.name === ""
    ? { line1: main.text, line2: spaced(main.units, other), street: undefined, codes }
    : { line1: urbanization.name, line2: spaced(main.text, main.units, other), street: undefined, codes };
}

interface Urbanization {
  readonly name: string;
  /** What is left of the two lines. */
  readonly rest: readonly [string[], string[]];
}

function takeUrbanization(first: readonly string[], second: readonly string[]): Urbanization {
  for (const [words, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const at = words.findIndex(
      (word) => word === "URB" || word === "URBANIZACION" || word === "URBANIZATION",
    );
    if (at === -1) continue;
    let end = at + 1;
    // The name ends before a house number or a kind of street.
    while (end < words.length && !(end > at + 1 && startsStreet(words[end]!))) end++;
    const rest = [...words.slice(0, at), ...words.slice(end)];
    const name = ["URB", ...words.slice(at + 1, end)].join(" ");
    return { name, rest: words === first ? [rest, [...other]] : [[...other], rest] };
  }
  return { name: "", rest: [[...first], [...second]] };
}

function startsStreet(word: string): boolean {
  return word === "#" || word === "APT" || /\d/.test(word) || spanishPrefixes.has(word);
}

function delivery(
  words: readonly string[],
  codes: ResultCode[],
): { readonly text: string; readonly units: string } {
  const route = routeAt(words, 0, false);
  if (route !== undefined) {
    if (!route.complete) codes.push("AE13");
    return { text: route.text, units: words.slice(route.end).join(" ") };
  }
  // "#" comes before a house number here; before a unit it is not needed either.
  const street = words.filter((word) => word !== "#");
  const unitAt = street.findIndex((_, at) => at > 0 && readUnits(street, at) !== undefined);
  const units = unitAt === -1 ? undefined : readUnits(street.splice(unitAt), 0);
  if (units?.complete === false) codes.push("AE09");
  const ordered = numberFirst(street);
  const kindAt = ordered.findIndex((word) => spanishPrefixes.has(word));
  if (kindAt !== -1) ordered[kindAt] = spanishPrefixes.get(ordered[kindAt]!)!;
  if (kindAt !== -1) return { text: ordered.join(" "), units: units?.text ?? "" };
  const english = readDelivery(ordered, false);
  return { text: english.text, units: spaced(english.units?.text ?? "", english.rest, units?.text ?? "") };
}

function otherLine(words: readonly string[]): string {
  const units = readUnitLine(words);
  if (units !== undefined) return units.text;
  const line = delivery(words, []);
  return spaced(line.text, line.units);
}

function spaced(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}

/** CALLE 125 C-19 is C19 CALLE 125; CALLE 19 BLQ 199 CASA 31 is 199-31 CALLE 19. */
function numberFirst(words: readonly string[]): string[] {
  const rest = [...words];
  const block = take(rest, ["BLQ", "BLOQUE"]);
  const house = take(rest, ["CASA", "NUM", "NUMERO", "LOTE"]);
  if (block !== undefined || house !== undefined) {
    return [[block, house].filter((part) => part !== undefined).join("-"), ...rest];
  }
  const last = rest.at(-1) ?? "";
  const isDistance = rest.at(-2) === "KM" || rest.at(-2) === "HM";
  if (spanishPrefixes.has(rest[0] ?? "") && rest.length > 2 && /^[A-Z]?-?\d/.test(last) && !isDistance) {
    rest.unshift(rest.pop()!);
  }
  if (rest[0] !== undefined) rest[0] = houseSpelling(rest[0]);
  return rest;
}

/** A letter and a number are written together: A-17 is A17, while the hyphen in 199-31 parts block and house. */
function houseSpelling(word: string): string {
  return word.replace(/^([A-Z]+)-(\d)/, "$1$2");
}

/** Takes a label and its value out of the words. */
function take(words: string[], labels: readonly string[]): string | undefined {
  const at = words.findIndex(
    (word, index) => labels.includes(word) && /\d|^[A-Z]$/.test(words[index + 1] ?? ""),
  );
  return at === -1 ? undefined : words.splice(at, 2)[1];
}
