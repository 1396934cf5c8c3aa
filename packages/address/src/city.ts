import { cityNicknames, cityWords, type Region } from "./tables.js";
import { tokens } from "./tokens.js";

/**
 * What two spellings of one city have in common: abbreviations written out, no spaces. "St. Louis" and "SAINT LOUIS",
 * "Winston-Salem" and "WINSTON SALEM", "De Forest" and "DEFOREST" are the same.
 */
export function cityKey(name: string): string {
  return keyOfWords(tokens(name));
}

/** Keys under which a city may be known, most literal first. */
export function cityKeys(words: readonly string[], region: Region | undefined): string[] {
  const keys = [keyOfWords(words)];
  if (region === undefined) return keys;
  const nickname = cityNicknames.get(`${region.code} ${words.join(" ")}`);
  if (nickname !== undefined) keys.push(cityKey(nickname));
  // "Washington DC", "New York, NY"
  if (words.length > 1 && words.at(-1) === region.code) keys.push(...cityKeys(words.slice(0, -1), region));
  // "City of Troy", "Town of Union"
  if (words.length > 2 && words[1] === "OF" && civic.has(words[0]!)) keys.push(keyOfWords(words.slice(2)));
  return keys;
}

const civic = new Set(["CITY", "TOWN", "TOWNSHIP", "VILLAGE", "BOROUGH"]);

function keyOfWords(words: readonly string[]): string {
  let key = "";
  for (const word of words) key += cityWords.get(word) ?? word;
  return key;
}
