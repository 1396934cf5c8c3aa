import * as opening from "../font/opening.js";
import { winAnsiCodes } from "../font/winansi.js";

/** The two fonts that drawn text is set in; every file embeds them. */
export type Face = "regular" | "bold";

/** Width without kerning: a plain show operator does not kern, and the width must be the drawn one. */
export function widthOf(text: string, face: Face, size: number): number {
  const widths = face === "bold" ? opening.boldWidths : opening.regularWidths;
  let units = 0;
  for (const character of text) units += widths[codeOf(character, text)]!;
  return (units * size) / 1000;
}

/** The text as one byte per character in WinAnsi, for a literal string in a content stream. */
export function winAnsi(text: string): string {
  let bytes = "";
  for (const character of text) bytes += String.fromCharCode(codeOf(character, text));
  return bytes;
}

/** Height of a capital letter, the measure by which words are centered on their line. */
export const capHeight = opening.capHeight / 1000;

function codeOf(character: string, text: string): number {
  const codePoint = character.codePointAt(0)!;
  const code = winAnsiCodes[codePoint] ?? 0;
  if (code !== 0) return code;
  const hex = codePoint.toString(16).toUpperCase().padStart(4, "0");
  throw new Error(`The character U+${hex} in "${text}" cannot be drawn: it is not in WinAnsi.`);
}
