import { type GlyphBox, glyphBox, type TrueTypeFont } from "./truetype.js";

/** The few glyphs of a font that one document uses, numbered from 1 in order of first use. */
export interface Subset {
  readonly font: TrueTypeFont;
  /** New glyph for a letter with its marks, or undefined when the font lacks one of them. */
  readonly use: (cluster: string) => number | undefined;
  /** In thousandths of the size. */
  readonly advanceOf: (glyph: number) => number;
  /** The letter of each new glyph; glyphs that are only parts of others have none. */
  readonly texts: () => readonly (string | undefined)[];
  /** With a table of code points for a font whose letters are looked up by those, in order of code point. */
  readonly write: (glyphs?: ReadonlyMap<number, number>) => Uint8Array;
}

export function createSubset(font: TrueTypeFont): Subset {
  const outlines: Uint8Array[] = [bytesOf(stripped(font.outlineOf(0)))];
  const advances: number[] = [font.advanceOf(0)];
  const texts: (string | undefined)[] = [undefined];
  const copies = new Map<number, number>();
  const clusters = new Map<string, number>();

  const add = (outline: Uint8Array, advance: number): number => {
    outlines.push(outline);
    advances.push(advance);
    texts.push(undefined);
    return outlines.length - 1;
  };

  /** Copies a glyph, and the parts of a composed one, without instructions for screens. */
  const copy = (glyph: number): number => {
    const known = copies.get(glyph);
    if (known !== undefined) return known;
    const outline = stripped(font.outlineOf(glyph));
    const number = add(bytesOf(outline), font.advanceOf(glyph));
    copies.set(glyph, number);
    forEachPart(outline, (at, part) => outline.setUint16(at, copy(part)));
    return number;
  };

  const use = (cluster: string): number | undefined => {
    const known = clusters.get(cluster);
    if (known !== undefined) return known;
    const [base, ...marks] = glyphsOf(font, cluster);
    if (base === undefined || base === 0 || marks.includes(0)) return undefined;
    const number =
      marks.length === 0 ? single(base) : add(composed(font, base, marks, copy), font.advanceOf(base));
    texts[number] = cluster;
    clusters.set(cluster, number);
    return number;
  };

  /** A glyph has one letter, since the letter is looked up by it: another letter of its shape gets a copy. */
  const single = (glyph: number): number => {
    const number = copy(glyph);
    return texts[number] === undefined ? number : add(outlines[number]!, advances[number]!);
  };

  return {
    font,
    use,
    advanceOf: (glyph) => (advances[glyph]! * 1000) / font.unitsPerEm,
    texts: () => texts,
    write: (glyphs) => writeFont(font, outlines, advances, glyphs),
  };
}

/** A mark above i and j replaces their dot. */
function glyphsOf(font: TrueTypeFont, cluster: string): number[] {
  const glyphs = Array.from(cluster, (character) => font.glyphOf(character.codePointAt(0)!));
  if (glyphs.length === 1) return glyphs;
  const spelled = cluster.normalize("NFD");
  const bare = spelled.startsWith("i") ? "\u0131" : spelled.startsWith("j") ? "\u0237" : undefined;
  if (bare === undefined) return glyphs;
  const undotted = Array.from(bare + spelled.slice(1), (character) =>
    font.glyphOf(character.codePointAt(0)!),
  );
  const above = undotted.slice(1).some((mark) => standsAbove(font, glyphBox(font.outlineOf(mark))));
  return above && !undotted.includes(0) ? undotted : glyphs;
}

function standsAbove(font: TrueTypeFont, box: GlyphBox | undefined): boolean {
  return box !== undefined && box.yMin > font.xHeight / 2;
}

/** A letter with marks that Unicode has no single code for: the marks are set over or under the letter's middle,
 * each clear of what is there already. */
function composed(
  font: TrueTypeFont,
  base: number,
  marks: readonly number[],
  copy: (glyph: number) => number,
): Uint8Array {
  const baseBox = glyphBox(font.outlineOf(base)) ?? { xMin: 0, yMin: 0, xMax: font.advanceOf(base), yMax: 0 };
  // Marks are drawn for a letter of the height of x; over a taller one they move up by the difference.
  let top = Math.max(baseBox.yMax, font.xHeight);
  let bottom = Math.min(baseBox.yMin, 0);
  const bounds = { ...baseBox };
  const parts = [{ glyph: base, x: 0, y: 0 }];
  for (const mark of marks) {
    const box = glyphBox(font.outlineOf(mark));
    if (box === undefined) continue;
    const above = standsAbove(font, box);
    const below = box.yMax <= font.xHeight / 8;
    const x = Math.round((baseBox.xMin + baseBox.xMax - box.xMin - box.xMax) / 2);
    const y = above ? top - font.xHeight : below ? bottom : 0;
    if (above) top = box.yMax + y;
    if (below) bottom = box.yMin + y;
    parts.push({ glyph: mark, x, y });
    bounds.xMin = Math.min(bounds.xMin, box.xMin + x);
    bounds.xMax = Math.max(bounds.xMax, box.xMax + x);
    bounds.yMin = Math.min(bounds.yMin, box.yMin + y);
    bounds.yMax = Math.max(bounds.yMax, box.yMax + y);
  }
  const outline = new DataView(new ArrayBuffer(10 + parts.length * 8));
  [-1, bounds.xMin, bounds.yMin, bounds.xMax, bounds.yMax].forEach((value, index) => {
    outline.setInt16(index * 2, value);
  });
  parts.forEach(({ glyph, x, y }, index) => {
    const at = 10 + index * 8;
    outline.setUint16(at, words | offsets | (index < parts.length - 1 ? moreParts : 0));
    outline.setUint16(at + 2, copy(glyph));
    outline.setInt16(at + 4, x);
    outline.setInt16(at + 6, y);
  });
  return bytesOf(outline);
}

const words = 0x1;
const offsets = 0x2;
const scale = 0x8;
const moreParts = 0x20;
const twoScales = 0x40;
const matrix = 0x80;
const instructions = 0x100;

/** Calls back with the place of each part's glyph number, and returns where the parts end. */
function forEachPart(outline: DataView, visit: (at: number, glyph: number, flagsAt: number) => void): number {
  if (outline.byteLength < 10 || outline.getInt16(0) >= 0) return outline.byteLength;
  let at = 10;
  for (;;) {
    const flags = outline.getUint16(at);
    visit(at + 2, outline.getUint16(at + 2), at);
    at += 4 + (flags & words ? 4 : 2) + (flags & matrix ? 8 : flags & twoScales ? 4 : flags & scale ? 2 : 0);
    if ((flags & moreParts) === 0) return at;
  }
}

/** A copy of the outline without hinting, which is most of its bytes and refers to tables we leave out. */
function stripped(outline: DataView): DataView {
  const copy = new Uint8Array(bytesOf(outline));
  const view = new DataView(copy.buffer);
  if (copy.length < 10) return view;
  const contours = view.getInt16(0);
  if (contours < 0) {
    const end = forEachPart(view, (_, __, flagsAt) =>
      view.setUint16(flagsAt, view.getUint16(flagsAt) & ~instructions),
    );
    return new DataView(copy.buffer, 0, end);
  }
  const lengthAt = 10 + contours * 2;
  const length = view.getUint16(lengthAt);
  copy.copyWithin(lengthAt + 2, lengthAt + 2 + length);
  view.setUint16(lengthAt, 0);
  return new DataView(copy.buffer, 0, copy.length - length);
}

function bytesOf(view: DataView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

/** The tables a PDF reader needs of an embedded TrueType font (ISO 32000, 9.9), and no others. */
function writeFont(
  font: TrueTypeFont,
  outlines: readonly Uint8Array[],
  advances: readonly number[],
  glyphs: ReadonlyMap<number, number> | undefined,
): Uint8Array {
  const count = outlines.length;
  const loca = Buffer.alloc((count + 1) * 4);
  const glyf: Uint8Array[] = [];
  let end = 0;
  outlines.forEach((outline, index) => {
    const padding = (4 - (outline.length % 4)) % 4;
    glyf.push(outline, new Uint8Array(padding));
    end += outline.length + padding;
    loca.writeUInt32BE(end, (index + 1) * 4);
  });
  const hmtx = Buffer.alloc(count * 4);
  outlines.forEach((outline, index) => {
    hmtx.writeUInt16BE(advances[index]!, index * 4);
    hmtx.writeInt16BE(
      outline.length < 10 ? 0 : new DataView(outline.buffer, outline.byteOffset).getInt16(2),
      index * 4 + 2,
    );
  });
  const head = Buffer.from(bytesOf(font.table("head")));
  head.writeUInt32BE(0, 8);
  head.writeInt16BE(1, 50);
  const hhea = Buffer.from(bytesOf(font.table("hhea")));
  hhea.writeUInt16BE(count, 34);
  const maxp = Buffer.from(bytesOf(font.table("maxp")));
  maxp.writeUInt16BE(count, 4);
  // A composed letter is one level deeper and has more points than what the font came with.
  maxp.writeUInt16BE(1024, 6);
  maxp.writeUInt16BE(256, 8);
  maxp.writeUInt16BE(1024, 10);
  maxp.writeUInt16BE(256, 12);
  maxp.writeUInt16BE(16, 28);
  maxp.writeUInt16BE(4, 30);
  return writeTables([
    ...(glyphs === undefined ? [] : [["cmap", characterMap(glyphs)] as const]),
    ["glyf", Buffer.concat(glyf)],
    ["head", head],
    ["hhea", hhea],
    ["hmtx", hmtx],
    ["loca", loca],
    ["maxp", maxp],
  ]);
}

/** The Unicode table that PDF wants of a font with a one-byte encoding: format 4, each run of codes and glyphs a segment. */
function characterMap(glyphs: ReadonlyMap<number, number>): Buffer {
  const segments: { first: number; last: number; delta: number }[] = [];
  for (const [code, glyph] of [...glyphs].sort(([a], [b]) => a - b)) {
    const before = segments.at(-1);
    const delta = (glyph - code) & 0xffff;
    if (before !== undefined && before.last === code - 1 && before.delta === delta) before.last = code;
    else segments.push({ first: code, last: code, delta });
  }
  segments.push({ first: 0xffff, last: 0xffff, delta: 1 });
  const count = segments.length;
  const power = 2 ** Math.floor(Math.log2(count));
  const words = [
    ...[0, 1, 3, 1, 0, 12],
    ...[4, 16 + count * 8, 0, count * 2, power * 2, Math.log2(power), (count - power) * 2],
    ...segments.map(({ last }) => last),
    0,
    ...segments.map(({ first }) => first),
    ...segments.map(({ delta }) => delta),
    ...segments.map(() => 0),
  ];
  const table = Buffer.alloc(words.length * 2);
  words.forEach((word, index) => {
    table.writeUInt16BE(word, index * 2);
  });
  return table;
}

function writeTables(tables: readonly (readonly [string, Buffer])[]): Uint8Array {
  const power = 2 ** Math.floor(Math.log2(tables.length));
  const directory = Buffer.alloc(12 + tables.length * 16);
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(tables.length, 4);
  directory.writeUInt16BE(power * 16, 6);
  directory.writeUInt16BE(Math.log2(power), 8);
  directory.writeUInt16BE((tables.length - power) * 16, 10);
  const chunks: Buffer[] = [directory];
  let offset = directory.length;
  tables.forEach(([tag, bytes], index) => {
    const at = 12 + index * 16;
    const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
    directory.write(tag, at, "latin1");
    directory.writeUInt32BE(checksum(padded), at + 4);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(bytes.length, at + 12);
    chunks.push(padded);
    offset += padded.length;
  });
  const file = Buffer.concat(chunks);
  const head = tables.findIndex(([tag]) => tag === "head");
  const headAt = directory.readUInt32BE(12 + head * 16 + 8);
  file.writeUInt32BE((0xb1b0afba - checksum(file)) >>> 0, headAt + 8);
  return file;
}

function checksum(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}
