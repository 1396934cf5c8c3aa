/**
 * The text that is printed for a value: letters in their composed form, every kind of white space a plain space,
 * line ends kept as `\n` only where a slot has lines, and characters that have no shape left out.
 */
export function cleanText(value: string, lines: boolean): string {
  return value
    .normalize("NFC")
    .replace(lineEnds, lines ? "\n" : " ")
    .replace(spaces, " ")
    .replace(shapeless, "")
    .trim();
}

const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;
const spaces = /[\t\p{Zs}]/gu;
// Control characters, joiners, direction marks, variation selectors, soft hyphens.
const shapeless = /(?!\n)\p{Cc}|\p{Default_Ignorable_Code_Point}/gu;
