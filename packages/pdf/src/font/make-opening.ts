import { deflateSync } from "node:zlib";
import { createSubset } from "./subset.js";
import { glyphBox, readFont, type TrueTypeFont } from "./truetype.js";
import { winAnsiUnits } from "./winansi.js";

/** What `fonts/opening.json` contains; see `opening.ts`. */
export interface OpeningFile {
  readonly widths: { readonly regular: readonly number[]; readonly bold: readonly number[] };
  readonly metrics: { readonly capHeight: number; readonly ascent: number; readonly descent: number };
  /** For a file with its own pages, such as an agency's: only the font of the values. */
  readonly values: OpeningPart;
  /** For what is drawn here: also the bold font and the color profile. */
  readonly drawn: OpeningPart;
  readonly base64: string;
}

export interface OpeningPart {
  /** A multiple of three. */
  readonly length: number;
  /** Where each object starts, from object 1. */
  readonly offsets: readonly number[];
}

/** Compresses as zlib does (RFC 1950). */
export type Deflate = (content: Uint8Array) => Uint8Array;

/**
 * The bytes every file starts with: the PDF header, the two fonts, and the color profile. They are created when a font
 * changes (`npm run fonts`), not per build, because the same bytes must be in the content and in a running service, and
 * compression differs between versions of zlib.
 */
export function makeOpening(
  regularFile: URL,
  boldFile: URL,
  profile: Uint8Array,
  deflate: Deflate = (content) => deflateSync(content, { level: 9 }),
): OpeningFile {
  const regular = simpleFont(readFont("Arimo", regularFile), deflate);
  const bold = simpleFont(readFont("Arimo-Bold", boldFile), deflate);
  const chunks: Buffer[] = [Buffer.from("%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n", "latin1")];
  const offsets: number[] = [];
  let length = chunks[0]!.length;
  const add = (bytes: Buffer): void => {
    chunks.push(bytes);
    length += bytes.length;
  };
  const object = (body: Buffer): void => {
    offsets.push(length);
    add(Buffer.concat([Buffer.from(`${offsets.length} 0 obj\n`), body, Buffer.from("\nendobj\n")]));
  };
  const part = (): OpeningPart => {
    add(Buffer.alloc((3 - (length % 3)) % 3, "\n"));
    return { length, offsets: [...offsets] };
  };
  for (const body of regular.objects(1)) object(body);
  const values = part();
  for (const body of bold.objects(4)) object(body);
  object(stream(profile, "/N 3", deflate));
  const drawn = part();
  return {
    widths: { regular: regular.widths, bold: bold.widths },
    metrics: regular.metrics,
    values,
    drawn,
    base64: Buffer.concat(chunks).toString("base64"),
  };
}

/**
 * A font of one byte per letter that has every letter of its encoding. It has no tag of a subset before its name,
 * because viewers do not use a subset to show what is typed into a field.
 */
function simpleFont(font: TrueTypeFont, deflate: Deflate) {
  const subset = createSubset(font);
  const widths: number[] = [];
  const glyphs = new Map<number, number>();
  winAnsiUnits.forEach((unit, code) => {
    // These two look like the space and the hyphen.
    const shown = unit === 0xa0 ? 0x20 : unit === 0xad ? 0x2d : unit;
    const glyph = unit === 0 ? undefined : subset.use(String.fromCharCode(shown));
    if (unit !== 0 && glyph === undefined) throw new Error(`${font.name} has no letter of code ${code}.`);
    widths.push(glyph === undefined ? 0 : Math.round(subset.advanceOf(glyph)));
    if (glyph !== undefined) glyphs.set(unit, glyph);
  });
  const thousandths = (units: number): number => Math.round((units * 1000) / font.unitsPerEm);
  const heightOf = (letter: string) => glyphBox(font.outlineOf(font.glyphOf(letter.charCodeAt(0))))!;
  const metrics = {
    capHeight: thousandths(font.capHeight),
    ascent: thousandths(heightOf("d").yMax),
    descent: thousandths(-heightOf("p").yMin),
  };
  const file = subset.write(glyphs);
  const objects = (number: number): Buffer[] => [
    Buffer.from(
      `<</Type/Font/Subtype/TrueType/BaseFont/${font.name}/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 255` +
        `/Widths[${widths.slice(32).join(" ")}]/FontDescriptor ${number + 1} 0 R>>`,
    ),
    Buffer.from(
      `<</Type/FontDescriptor/FontName/${font.name}/Flags 32/FontBBox[${font.box.map(thousandths).join(" ")}]/ItalicAngle 0` +
        `/Ascent ${thousandths(font.ascent)}/Descent ${thousandths(font.descent)}/CapHeight ${metrics.capHeight}` +
        `/StemV ${font.name.endsWith("Bold") ? 138 : 80}/FontFile2 ${number + 2} 0 R>>`,
    ),
    stream(file, `/Length1 ${file.length}`, deflate),
  ];
  return { widths, metrics, objects };
}

function stream(content: Uint8Array, entries: string, deflate: Deflate): Buffer {
  const packed = deflate(content);
  return Buffer.concat([
    Buffer.from(`<<${entries}/Filter/FlateDecode/Length ${packed.length}>>stream\n`),
    packed,
    Buffer.from("\nendstream"),
  ]);
}
