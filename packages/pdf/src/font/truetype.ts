import { readFileSync } from "node:fs";

/** A TrueType font, its tables left as bytes. */
export interface TrueTypeFont {
  /** PostScript name, for the font's name in a PDF. */
  readonly name: string;
  readonly unitsPerEm: number;
  readonly box: readonly [number, number, number, number];
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly xHeight: number;
  readonly table: (tag: string) => DataView;
  /** Glyph of a code point, 0 when the font has none. */
  readonly glyphOf: (codePoint: number) => number;
  /** In font units. */
  readonly advanceOf: (glyph: number) => number;
  /** Bytes of a glyph in the `glyf` table; empty for a space. */
  readonly outlineOf: (glyph: number) => DataView;
}

export interface GlyphBox {
  readonly xMin: number;
  readonly yMin: number;
  readonly xMax: number;
  readonly yMax: number;
}

export function glyphBox(outline: DataView): GlyphBox | undefined {
  if (outline.byteLength < 10) return undefined;
  return {
    xMin: outline.getInt16(2),
    yMin: outline.getInt16(4),
    xMax: outline.getInt16(6),
    yMax: outline.getInt16(8),
  };
}

export function readFont(name: string, file: URL): TrueTypeFont {
  const bytes = readFileSync(file);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map<string, DataView>();
  for (let index = 0; index < view.getUint16(4); index += 1) {
    const at = 12 + index * 16;
    const tag = bytes.toString("latin1", at, at + 4);
    tables.set(
      tag,
      new DataView(bytes.buffer, bytes.byteOffset + view.getUint32(at + 8), view.getUint32(at + 12)),
    );
  }
  const table = (tag: string): DataView => {
    const found = tables.get(tag);
    if (found === undefined) throw new Error(`The font ${name} has no table ${tag}.`);
    return found;
  };
  const head = table("head");
  const hhea = table("hhea");
  const hmtx = table("hmtx");
  const loca = table("loca");
  const glyf = table("glyf");
  const metrics = hhea.getUint16(34);
  const longOffsets = head.getInt16(50) === 1;
  const offset = (glyph: number): number =>
    longOffsets ? loca.getUint32(glyph * 4) : loca.getUint16(glyph * 2) * 2;
  const glyphs = readCharacterMap(table("cmap"));
  const glyphOf = (codePoint: number): number => glyphs.get(codePoint) ?? 0;
  const outlineOf = (glyph: number): DataView => {
    const start = offset(glyph);
    return new DataView(glyf.buffer, glyf.byteOffset + start, offset(glyph + 1) - start);
  };
  // Older fonts do not state these heights, so they are taken from letters with flat tops.
  const heightOf = (letter: string): number => glyphBox(outlineOf(glyphOf(letter.charCodeAt(0))))?.yMax ?? 0;
  return {
    name,
    unitsPerEm: head.getUint16(18),
    box: [head.getInt16(36), head.getInt16(38), head.getInt16(40), head.getInt16(42)],
    ascent: hhea.getInt16(4),
    descent: hhea.getInt16(6),
    capHeight: heightOf("H"),
    xHeight: heightOf("x"),
    table,
    glyphOf,
    advanceOf: (glyph) => hmtx.getUint16(Math.min(glyph, metrics - 1) * 4),
    outlineOf,
  };
}

function readCharacterMap(cmap: DataView): ReadonlyMap<number, number> {
  const glyphs = new Map<number, number>();
  for (let index = 0; index < cmap.getUint16(2); index += 1) {
    const at = 4 + index * 8;
    const unicode =
      cmap.getUint16(at) === 0 || (cmap.getUint16(at) === 3 && [1, 10].includes(cmap.getUint16(at + 2)));
    if (!unicode) continue;
    const start = cmap.getUint32(at + 4);
    const format = cmap.getUint16(start);
    if (format === 4) readSegments(cmap, start, glyphs);
    else if (format === 12) readGroups(cmap, start, glyphs);
  }
  return glyphs;
}

function readSegments(cmap: DataView, start: number, glyphs: Map<number, number>): void {
  const doubled = cmap.getUint16(start + 6);
  for (let at = start + 14; at < start + 14 + doubled; at += 2) {
    const last = cmap.getUint16(at);
    const first = cmap.getUint16(at + doubled + 2);
    const delta = cmap.getUint16(at + 2 * doubled + 2);
    const rangeAt = at + 3 * doubled + 2;
    const range = cmap.getUint16(rangeAt);
    for (let code = first; code <= last && code !== 0xffff; code += 1) {
      const raw = range === 0 ? code : cmap.getUint16(rangeAt + range + (code - first) * 2);
      const glyph = raw === 0 ? 0 : (raw + delta) & 0xffff;
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
}

function readGroups(cmap: DataView, start: number, glyphs: Map<number, number>): void {
  for (let index = 0; index < cmap.getUint32(start + 12); index += 1) {
    const at = start + 16 + index * 12;
    const first = cmap.getUint32(at);
    for (let code = first; code <= cmap.getUint32(at + 4); code += 1) {
      glyphs.set(code, cmap.getUint32(at + 8) + code - first);
    }
  }
}
