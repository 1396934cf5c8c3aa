import { highwayAt } from "./highway.js";
import { houseNumberEnd } from "./street.js";
import { directionals, suffixes, thoroughfares, units, unitsAlone } from "./tables.js";
import { isDigit } from "./tokens.js";

/** Units (apartment, suite, floor ...) found in a line, in Publication 28's spelling. */
export interface Units {
  readonly text: string;
  /** False when a designator has no number after it. */
  readonly complete: boolean;
}

/**
 * Takes the units off the end (or the front: "Apt 5, 123 Main St") of a street line. What is left in `words` is the
 * street alone.
 */
export function takeUnits(words: string[]): Units | undefined {
  const leading = takeLeading(words);
  const nameAt = houseNumberEnd(words);
  // At least one word of the street's name stays: "12 Key St" and "1 Pier 39" have no unit.
  for (let at = nameAt + 1; at < words.length; at++) {
    const found = readUnits(words, at);
    // "Empire State Building" without a house number is a name.
    if (found === undefined || (nameAt === 0 && !found.complete)) continue;
    words.length = at;
    return leading === undefined ? found : { ...found, text: `${leading.text} ${found.text}` };
  }
  return leading ?? takeBareNumber(words, nameAt);
}

/** Reads a second address line; undefined if it has anything but units. */
export function readUnitLine(words: readonly string[]): Units | undefined {
  const only = words.length === 1 ? words[0]! : "";
  if (/^[A-Z]$|\d/.test(only) && isUnitNumber(only)) return { text: `# ${only}`, complete: true };
  return words.length === 0 ? undefined : readUnits(words, 0);
}

/** Reads the words from `from` to the end as units; undefined when they are not. */
export function readUnits(words: readonly string[], from: number): Units | undefined {
  if (!mayBegin(words[from]!)) return undefined;
  const found: string[] = [];
  let complete = true;
  for (let at = from; at < words.length; ) {
    const word = words[at]!;
    const floor = floorAt(words, at);
    const designator = word === "#" ? "#" : (units.get(word) ?? unitsAlone.get(word));
    const numberAt = skipNumberSign(words, at + 1);
    const number = words[numberAt];
    if (floor !== undefined) {
      found.push(`FL ${floor}`);
      at += 2;
    } else if (designator !== undefined && number !== undefined && isUnitNumber(number)) {
      const letter = letterAfter(words, numberAt);
      found.push(`${designator} ${number}${letter}`);
      at = numberAt + 1 + letter.length;
    } else if (unitsAlone.has(word) && (found.length > 0 || mayStandAlone(words, at))) {
      found.push(designator!);
      at++;
    } else if (designator !== undefined && number === undefined && numberNeeded.has(designator)) {
      found.push(designator);
      complete = false;
      at = words.length;
    } else {
      return undefined;
    }
  }
  return { text: found.join(" "), complete };
}

/** "22 Broad St Front" has a unit; "12 Beach Front" and "100 West Side" are names. Rear or lobby is never a name. */
function mayStandAlone(words: readonly string[], at: number): boolean {
  const before = words[at - 1];
  if (before === undefined || neverAName.has(unitsAlone.get(words[at]!)!) || /\d/.test(before)) return true;
  return at > 1 && thoroughfares.has(suffixes.get(before) ?? "");
}

const neverAName = new Set(["BSMT", "LBBY", "PH", "REAR"]);

// The designators that are nothing else; "Main St Lot" or "Main St Key" may be a place.
const numberNeeded = new Set(["APT", "BLDG", "DEPT", "RM", "STE", "TRLR", "UNIT"]);

/** A word that names a kind of unit. */
export function isUnitWord(word: string): boolean {
  return unitWords.has(word);
}

const unitWords = new Set(["#", ...units.keys(), ...unitsAlone.keys()]);

function mayBegin(word: string): boolean {
  return isUnitWord(word) || (isDigit(word.charCodeAt(0)) && ordinal.test(word));
}

/** 3RD FLOOR and 2ND FL. */
function floorAt(words: readonly string[], at: number): string | undefined {
  const floor = /^(\d+)(?:ST|ND|RD|TH)$/.exec(words[at]!)?.[1];
  return floor !== undefined && units.get(words[at + 1] ?? "") === "FL" ? floor : undefined;
}

/** A number, a letter or two, or a mix: 4B, 12-A, PH3, B, but no word and no suffix ("12 Truck Stop Rd"). */
function isUnitNumber(word: string): boolean {
  if (/\d/.test(word)) return !ordinal.test(word);
  return /^[A-Z]{1,2}$/.test(word) && !suffixes.has(word) && !unitsAlone.has(word);
}

const ordinal = /^\d+(?:ST|ND|RD|TH)$/;

/** "APT 4 B" is 4B. */
function letterAfter(words: readonly string[], numberAt: number): string {
  const next = words[numberAt + 1];
  const isLast = numberAt + 2 === words.length;
  return isLast && next !== undefined && /^[A-Z]$/.test(next) && /^\d+$/.test(words[numberAt]!) ? next : "";
}

function skipNumberSign(words: readonly string[], at: number): number {
  let next = at;
  while (words[next] === "#" || words[next] === "NO" || words[next] === "NUMBER") next++;
  return next;
}

/** "Apt 5 123 Main St" and "#5 123 Main St": a unit, then a house number and a name. */
function takeLeading(words: string[]): Units | undefined {
  const designator = words[0] === "#" ? "#" : units.get(words[0] ?? "");
  if (designator === undefined) return undefined;
  const numberAt = skipNumberSign(words, 1);
  const number = words[numberAt];
  const next = words[numberAt + 1];
  if (number === undefined || !isUnitNumber(number) || next === undefined || !/^\d/.test(next))
    return undefined;
  if (words.length < numberAt + 3) return undefined;
  words.splice(0, numberAt + 1);
  return { text: `${designator} ${number}`, complete: true };
}

/** "123 Main St 4B": after a suffix that has a name before it, a number without designator can only be a unit. */
function takeBareNumber(words: string[], nameAt: number): Units | undefined {
  const last = words.at(-1);
  if (last === undefined || words.length < nameAt + 3 || !/\d/.test(last) || ordinal.test(last))
    return undefined;
  const isDirected = directionals.has(words[nameAt]!);
  if (highwayAt(words, nameAt) !== undefined || (isDirected && highwayAt(words, nameAt + 1) !== undefined))
    return undefined;
  const suffixAt = words.length - (directionals.has(words.at(-2)!) ? 3 : 2);
  const suffix = suffixes.get(words[suffixAt]!);
  const hasName = suffixAt > nameAt + (isDirected ? 1 : 0);
  // "Historic Route 66": these roads have their number after them.
  if (!hasName || suffix === undefined || suffix === "HWY" || suffix === "RTE" || suffix === "LOOP")
    return undefined;
  words.pop();
  return { text: `# ${last}`, complete: true };
}
