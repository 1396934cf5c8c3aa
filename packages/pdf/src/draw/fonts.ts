import { StandardFontEmbedder, StandardFonts } from "@cantoo/pdf-lib";

/** Drawn text uses only two of the standard fonts, so a blank embeds no font. */
export type Face = "regular" | "bold";

/** Width without kerning: a plain show operator does not kern, and the width must be the drawn one. */
export function widthOf(text: string, face: Face, size: number): number {
  let units = 0;
  for (const character of text) units += glyphOf(character, text).width[face];
  return (units * size) / 1000;
}

/** The text as one byte per character in WinAnsi, for a literal string in a content stream. */
export function winAnsi(text: string): string {
  let bytes = "";
  for (const character of text) bytes += String.fromCharCode(glyphOf(character, text).code);
  return bytes;
}

/** Height of a capital letter, the measure by which words are centered on their line. */
export const capHeight = 0.718;

interface Glyph {
  readonly code: number;
  readonly width: Readonly<Record<Face, number>>;
}

const regular = StandardFontEmbedder.for(StandardFonts.Helvetica as never);
const bold = StandardFontEmbedder.for(StandardFonts.HelveticaBold as never);
const glyphs = new Map<string, Glyph>();

function glyphOf(character: string, text: string): Glyph {
  const known = glyphs.get(character);
  if (known !== undefined) return known;
  // A no-break space has done its work when the lines are set; readers disagree on its WinAnsi code.
  const codePoint = character === "\u00a0" ? 0x20 : character.codePointAt(0)!;
  if (!regular.encoding.canEncodeUnicodeCodePoint(codePoint)) {
    const hex = codePoint.toString(16).toUpperCase().padStart(4, "0");
    throw new Error(`The character U+${hex} in "${text}" cannot be drawn: it is not in WinAnsi.`);
  }
  const { code, name } = regular.encoding.encodeUnicodeCodePoint(codePoint);
  const width = {
    regular: regular.font.getWidthOfGlyph(name) ?? 0,
    bold: bold.font.getWidthOfGlyph(name) ?? 0,
  };
  const glyph = { code, width };
  glyphs.set(character, glyph);
  return glyph;
}
