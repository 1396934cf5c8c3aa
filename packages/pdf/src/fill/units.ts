import { regularWidths } from "../font/opening.js";
import { winAnsiCodes } from "../font/winansi.js";
import { cleanText, firstUnprinted } from "./clean.js";
import { type Embedding, useCluster } from "./embed.js";

/** A value as units to place one after another: letters with their marks, spaces, line ends. Each value reuses the object. */
export interface Units {
  count: number;
  /** Of all together, in thousandths of the size. */
  width: number;
  /** Whether there is a line end among them. */
  lines: boolean;
  /** Code of the letter in its font. */
  codes: Uint16Array;
  /** In thousandths of the size. */
  advances: Uint16Array;
  /** 0 the font that every file has, else place in `embeddedFonts` plus one. */
  fonts: Uint8Array;
  /** 1 where a line may be broken. */
  spaces: Uint8Array;
}

/** Code of a line end. No font has a letter there. */
export const lineEnd = 0xffff;

export function createUnits(): Units {
  return { count: 0, width: 0, lines: false, ...arrays(256) };
}

/**
 * Takes a value apart. Returns the first character that cannot be printed, or undefined when all can.
 * What that font lacks is looked up in the embedded fonts, for the whole value, so that it looks of one piece.
 */
export function readUnits(
  units: Units,
  value: string,
  lines: boolean,
  embedding: Embedding,
): string | undefined {
  if (value.length > units.codes.length) Object.assign(units, arrays(value.length * 2));
  if (isTrimmed(value) && readPlain(units, value, false)) return undefined;
  const unprinted = firstUnprinted(value);
  if (unprinted !== undefined) return unprinted;
  const text = cleanText(value, lines);
  if (text.length > units.codes.length) Object.assign(units, arrays(text.length * 2));
  if (readPlain(units, text, true)) return undefined;
  Object.assign(units, { count: 0, width: 0, lines: false });
  for (const [cluster] of text.matchAll(clusters)) {
    if (cluster === "\n") {
      push(units, lineEnd, 0, 0, 0);
      continue;
    }
    const space = cluster === " " ? 1 : 0;
    const known = useCluster(embedding, cluster, (font, glyph, advance) =>
      push(units, glyph, advance, font, space),
    );
    if (!known) return firstUnknown(cluster, embedding);
  }
  return undefined;
}

/** A letter with the marks that follow it; a mark with no letter before it is a separate unit. */
const clusters = /[\n ]|\P{M}\p{M}*|\p{M}/gu;

function isTrimmed(value: string): boolean {
  return value.charCodeAt(0) !== 0x20 && value.charCodeAt(value.length - 1) !== 0x20;
}

/** False if the text has a letter that the font of every file lacks. */
function readPlain(units: Units, text: string, withLines: boolean): boolean {
  Object.assign(units, { count: 0, width: 0, lines: false });
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    const code = unit < winAnsiCodes.length ? winAnsiCodes[unit]! : 0;
    if (code !== 0) push(units, code, regularWidths[code]!, 0, code === 0x20 ? 1 : 0);
    else if (unit === 10 && withLines) push(units, lineEnd, 0, 0, 0);
    else return false;
  }
  return true;
}

function firstUnknown(cluster: string, embedding: Embedding): string {
  for (const character of cluster) if (!useCluster(embedding, character, () => {})) return character;
  // Each is known, but in different fonts: the marks are what cannot be set.
  return Array.from(cluster)[1] ?? cluster;
}

function push(units: Units, code: number, advance: number, font: number, space: number): void {
  units.codes[units.count] = code;
  units.advances[units.count] = advance;
  units.fonts[units.count] = font;
  units.spaces[units.count] = space;
  units.count += 1;
  units.width += advance;
  if (code === lineEnd) units.lines = true;
}

function arrays(length: number): Pick<Units, "codes" | "advances" | "fonts" | "spaces"> {
  return {
    codes: new Uint16Array(length),
    advances: new Uint16Array(length),
    fonts: new Uint8Array(length),
    spaces: new Uint8Array(length),
  };
}
