import { highwayAt, mayHaveHighway } from "./highway.js";
import {
  directionals,
  numbers,
  ordinals,
  spanishPrefixes,
  suffixes,
  suffixInFull,
  thoroughfares,
} from "./tables.js";
import { isDigit } from "./tokens.js";

/** A street address in its parts, each in Publication 28's spelling; empty when absent. */
export interface Street {
  readonly number: string;
  readonly preDirectional: string;
  readonly name: string;
  readonly suffix: string;
  readonly postDirectional: string;
}

/** Reads words that hold a street and no unit. */
export function readStreet(words: readonly string[]): Street {
  const nameAt = houseNumberEnd(words);
  const number = houseNumber(words, nameAt);
  const highway = readHighway(words, nameAt);
  const { preDirectional, name, suffix, postDirectional } = highway ?? readName(words.slice(nameAt));
  return { number, preDirectional, name, suffix, postDirectional };
}

export function streetText(street: Street): string {
  let text = street.number;
  for (const part of [street.preDirectional, street.name, street.suffix, street.postDirectional]) {
    if (part !== "") text = text === "" ? part : `${text} ${part}`;
  }
  return text;
}

/** Index of the first word after the house number; 0 without one. */
export function houseNumberEnd(words: readonly string[]): number {
  const first = words[0];
  if (first === undefined || !isHouseNumber(first, words)) return 0;
  // "39.2 Road" is a street of Colorado's grid without a house number.
  if (words.length === 2 && first.includes(".")) return 0;
  return isFraction(words[1] ?? "") ? 2 : 1;
}

/** A pattern takes longer than to see that there is no slash. */
function isFraction(word: string): boolean {
  return word.includes("/") && /^\d+\/\d+$/.test(word);
}

const ordinalPattern = /^\d*(?:1ST|2ND|3RD|\dTH)$/;

function isHouseNumber(first: string, words: readonly string[]): boolean {
  if (isDigit(first.charCodeAt(0)))
    return isDigit(first.charCodeAt(first.length - 1)) ? !isFraction(first) : !ordinalPattern.test(first);
  if (numbers.has(first)) return isNumberWord(first, words);
  // Grid and fire numbers of the Midwest, N6W23001 and E5000; elsewhere A17. Not the name of an interstate.
  return words.length > 1 && /^(?:[NSEW]\d+[NSEW]\d+|[A-HJ-Z]-?\d+[A-Z]?)$/.test(first);
}

/** "One Main Street" and "Two Penn Plaza" have a number; "One Mile Road" and "Two Rivers Road" have none. */
function isNumberWord(first: string, words: readonly string[]): boolean {
  const second = words[1];
  if (second === undefined || second === "MILE" || suffixes.has(second)) return false;
  return first === "ONE" || buildings.has(suffixes.get(words.at(-1)!) ?? "");
}

const buildings = new Set(["CTR", "PLZ", "SQ"]);

function houseNumber(words: readonly string[], end: number): string {
  if (end === 0) return "";
  const first = numbers.get(words[0]!) ?? words[0]!;
  return end === 2 ? `${first} ${words[1]}` : first;
}

type StreetName = Omit<Street, "number">;

/** A numbered road, with what may be before (N HIGHWAY 101) and after it (HIGHWAY 6 N, HIGHWAY 11 BYP). */
function readHighway(words: readonly string[], start: number): StreetName | undefined {
  if (!mayHaveHighway(words, start)) return undefined;
  // The direction first: "NE Highway 20" is not Nebraska's.
  const before = directionals.get(words[start] ?? "") ?? "";
  const second = directionals.get(words[start + 1] ?? "") ?? "";
  const isTwo = second.length === 1 && isPair(before, second);
  const directed = before === "" ? undefined : highwayAt(words, start + (isTwo ? 2 : 1));
  const highway = directed ?? highwayAt(words, start);
  if (highway === undefined) return undefined;
  const rest = words.slice(highway.end);
  const postDirectional = takePostDirectional(rest, 0);
  const suffix = suffixes.get(rest.at(-1) ?? "");
  if (suffix !== undefined) rest.pop();
  spellOutInnerSuffix(rest, 0);
  return {
    preDirectional: directed === undefined ? "" : isTwo ? before + second : before,
    name: rest.length === 0 ? highway.text : `${highway.text} ${rest.join(" ")}`,
    suffix: suffix ?? "",
    postDirectional,
  };
}

function readName(words: string[]): StreetName {
  const isNameFirst = isSpanish(words) || (suffixes.has(words[0] ?? "") && words[1] === "OF");
  const preDirectional = isNameFirst ? "" : takePreDirectional(words);
  const postDirectional = takePostDirectional(words, 1);
  const last = words.at(-1);
  const suffix = last === undefined || words.length < 2 ? undefined : suffixes.get(last);
  const takesSuffix =
    suffix !== undefined && (!isNameFirst || (words[1] !== "OF" && thoroughfares.has(suffix)));
  if (takesSuffix) words.pop();
  if (takesSuffix) spellOutInnerSuffix(words, 1);
  // "Fifth Avenue" is 5TH AVE, but "First Colonial Road" keeps its word.
  const ordinal = takesSuffix && words.length === 1 ? ordinals.get(words[0]!) : undefined;
  return {
    preDirectional,
    name: ordinal ?? nameText(words),
    suffix: takesSuffix ? suffix : "",
    postDirectional,
  };
}

/** "Avenue C" and "Avenue of the Americas" are spelled out: there is no suffix in them. */
function nameText(words: readonly string[]): string {
  const kind = suffixes.get(words[0] ?? "") ?? "";
  const isLettered = words.length === 2 && /^(?:[A-Z]|\d+[A-Z]?)$/.test(words[1]!);
  if (!thoroughfares.has(kind) || !(isLettered || words[1] === "OF")) return words.join(" ");
  return [suffixInFull.get(kind), ...words.slice(1)].join(" ");
}

/** Spanish and French names carry their kind in front: CALLE SOL, CAMINO DEL RIO, RUE ROYALE. */
function isSpanish(words: readonly string[]): boolean {
  const prefix = spanishPrefixes.get(words[0] ?? "");
  return (prefix !== undefined && words[0] !== "AVE" && words[0] !== "BLVD") || words[0] === "RUE";
}

/** Takes a direction off the front, unless it is the street's name. */
function takePreDirectional(words: string[]): string {
  const first = directionals.get(words[0] ?? "");
  if (first === undefined || !leavesName(words, 1)) return "";
  const second = directionals.get(words[1] ?? "");
  if (first.length === 1 && second?.length === 1 && isPair(first, second) && leavesName(words, 2)) {
    words.splice(0, 2);
    return first + second;
  }
  words.shift();
  return first;
}

/** Whether the words from `from` on are more than a suffix and a direction. */
function leavesName(words: readonly string[], from: number): boolean {
  let end = words.length;
  if (end - from > 1 && directionals.has(words[end - 1]!)) end--;
  if (end <= from) return false;
  return end - from > 1 || !thoroughfares.has(suffixes.get(words[from]!) ?? "");
}

/** Takes a direction off the end when at least `min` words stay. */
function takePostDirectional(words: string[], min: number): string {
  const last = directionals.get(words.at(-1) ?? "");
  if (last === undefined || words.length <= min) return "";
  const before = words.at(-2);
  // "Avenue E" is the fifth of its kind, "Avenue of the West" a name.
  if (before === "OF" || before === "THE") return "";
  if (words.length === 2 && min > 0 && thoroughfares.has(suffixes.get(before!) ?? "")) return "";
  const first = directionals.get(before ?? "");
  if (last.length === 1 && first?.length === 1 && isPair(first, last) && words.length > min + 1) {
    words.splice(-2);
    return first + last;
  }
  words.pop();
  return last;
}

function isPair(first: string, second: string): boolean {
  return (first === "N" || first === "S") && (second === "E" || second === "W");
}

/** Of two suffixes only the last is abbreviated: 3RD STREET CIR, HIGHWAY 3 BYPASS RD. */
function spellOutInnerSuffix(words: string[], from: number): void {
  const last = words.length - 1;
  const word = words[last];
  if (word === undefined || last < from) return;
  const suffix = suffixes.get(word);
  if (suffix === word && (thoroughfares.has(suffix) || suffix === "BYP"))
    words[last] = suffixInFull.get(suffix)!;
}
