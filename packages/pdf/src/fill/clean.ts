/**
 * The text that is printed for a value: letters in their composed form (NFC), every kind of white space as a plain space,
 * line ends kept as `\n` only where a slot has lines. These changes do not alter what a reader sees. A value with any
 * other character that would be lost in print is rejected (`firstUnprinted`), so a value prints exactly as it was accepted.
 */
export function cleanText(value: string, lines: boolean): string {
  return value
    .normalize("NFC")
    .replace(lineEnds, lines ? "\n" : " ")
    .replace(spaces, " ")
    .trim();
}

/** The first character that has no ink and is not white space, or that reorders text on a screen. */
export function firstUnprinted(value: string): string | undefined {
  for (let at = 0; at < value.length; at += 1) {
    const unit = value.charCodeAt(at);
    if (unit < 0x20 || unit > 0x7e) return unprinted.exec(value)?.[0];
  }
  return undefined;
}

const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;
const spaces = /[\t\p{Zs}]/gu;
// Controls, format characters (joiners, direction marks, soft hyphens), private use, halves of characters. Variation
// selectors and the Hangul and Khmer fillers are letters or marks by their category, but default-ignorable.
const unprinted = /(?![\t\n\v\f\r\u0085])\p{C}|\p{Default_Ignorable_Code_Point}/u;
