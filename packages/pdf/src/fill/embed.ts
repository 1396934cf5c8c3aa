import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { createSubset, type Subset } from "../font/subset.js";
import { readFont, type TrueTypeFont } from "../font/truetype.js";
import { valueFonts } from "../template.js";
import { type Sink, writeBytes, writeText } from "./sink.js";

/** The fonts one completed file embeds for letters that are not in every file. Made per request, never kept. */
export interface Embedding {
  readonly subsets: (Subset | undefined)[];
}

/** In the order they are asked. Not loaded until a value has a letter that is not in every file. */
export const embeddedFonts: readonly { readonly resource: string; readonly font: () => TrueTypeFont }[] = [
  { resource: valueFonts.arimo, font: loaded("Arimo", "Arimo-Regular.ttf") },
  { resource: valueFonts.dejavu, font: loaded("DejaVuSans", "DejaVuSans.ttf") },
];

export function createEmbedding(): Embedding {
  return { subsets: embeddedFonts.map(() => undefined) };
}

/** Finds the first font that has the letter and all its marks. False when none has, or setting it needs more than
 * one glyph after another. */
export function useCluster(
  embedding: Embedding,
  cluster: string,
  found: (font: number, glyph: number, advance: number) => void,
): boolean {
  if (!settable.test(cluster) || Array.from(cluster).length > 1 + maxMarks) return false;
  for (const [index, { font }] of embeddedFonts.entries()) {
    const subset = embedding.subsets[index] ?? createSubset(font());
    const glyph = subset.use(cluster);
    if (glyph === undefined) continue;
    embedding.subsets[index] = subset;
    found(index + 1, glyph, Math.round(subset.advanceOf(glyph)));
    return true;
  }
  return false;
}

/** Five objects a font in use. Returns the numbers and offsets through `object`, and the resource entries. */
export function writeFonts(
  sink: Sink,
  embedding: Embedding,
  first: number,
  object: (number: number) => void,
): string {
  let number = first;
  let resources = "";
  embedding.subsets.forEach((subset, index) => {
    if (subset === undefined) return;
    resources += `/${embeddedFonts[index]!.resource} ${number} 0 R`;
    for (const body of fontObjects(subset, number)) {
      object(number);
      writeText(sink, `${number} 0 obj\n`);
      writeBytes(sink, body);
      writeText(sink, "\nendobj\n");
      number += 1;
    }
  });
  return resources;
}

export const objectsPerFont = 5;

function fontObjects(subset: Subset, number: number): Buffer[] {
  const { font } = subset;
  const texts = subset.texts();
  const thousandths = (units: number): number => Math.round((units * 1000) / font.unitsPerEm);
  const file = subset.write();
  const tag = Array.from(createHash("sha256").update(file).digest().subarray(0, 6), (byte) =>
    String.fromCharCode(65 + (byte % 26)),
  ).join("");
  const name = `/${tag}+${font.name}`;
  const widths = texts.map((_, glyph) => Math.round(subset.advanceOf(glyph))).join(" ");
  const box = font.box.map(thousandths).join(" ");
  return [
    Buffer.from(
      `<</Type/Font/Subtype/Type0/BaseFont${name}/Encoding/Identity-H/DescendantFonts[${number + 1} 0 R]/ToUnicode ${number + 4} 0 R>>`,
    ),
    Buffer.from(
      `<</Type/Font/Subtype/CIDFontType2/BaseFont${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
        `/FontDescriptor ${number + 2} 0 R/CIDToGIDMap/Identity/W[0[${widths}]]>>`,
    ),
    Buffer.from(
      `<</Type/FontDescriptor/FontName${name}/Flags 4/FontBBox[${box}]/ItalicAngle 0/Ascent ${thousandths(font.ascent)}` +
        `/Descent ${thousandths(font.descent)}/CapHeight ${thousandths(font.capHeight)}/StemV 80/FontFile2 ${number + 3} 0 R>>`,
    ),
    stream(Buffer.from(file), `/Length1 ${file.length}`),
    stream(Buffer.from(toUnicode(texts), "latin1"), ""),
  ];
}

function stream(content: Buffer, entries: string): Buffer {
  const packed = deflateSync(content);
  return Buffer.concat([
    Buffer.from(`<</Filter/FlateDecode${entries}/Length ${packed.length}>>stream\n`),
    packed,
    Buffer.from("\nendstream"),
  ]);
}

/** The letter of each glyph, so that text can be read, searched and copied. */
function toUnicode(texts: readonly (string | undefined)[]): string {
  const lines = texts.flatMap((text, glyph) =>
    text === undefined ? [] : [`<${hex4(glyph)}><${utf16(text)}>`],
  );
  const blocks: string[] = [];
  // A block may contain up to 100 lines.
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar\n`);
  }
  return (
    "/CIDInit/ProcSet findresource begin\n12 dict begin\nbegincmap\n" +
    "/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n/CMapName/Adobe-Identity-UCS def\n/CMapType 2 def\n" +
    `1 begincodespacerange\n<0000><FFFF>\nendcodespacerange\n${blocks.join("")}` +
    "endcmap\nCMapName currentdict/CMap defineresource pop\nend\nend"
  );
}

export function utf16(text: string): string {
  let hex = "";
  for (let index = 0; index < text.length; index += 1) hex += hex4(text.charCodeAt(index));
  return hex;
}

function hex4(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, "0");
}

/** No language sets more marks on a letter; more would print over the lines above and below. */
const maxMarks = 4;

// Scripts whose letters are side by side as they are. Hebrew and Arabic run from right to left, and Arabic and the
// Indic scripts change shape with their neighbors: set one by one they would be wrong, so they are rejected.
const settable =
  /^(?!.*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff])[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Canadian_Aboriginal}\p{Script=Tifinagh}\p{Script=Lisu}\p{Script=Common}\p{Script=Inherited}]+$/u;

function loaded(name: string, file: string): () => TrueTypeFont {
  let font: TrueTypeFont | undefined;
  return () => {
    font ??= readFont(name, new URL(`../../fonts/${file}`, import.meta.url));
    return font;
  };
}
