import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { OpeningFile } from "./make-opening.js";

/** The bytes with which every file starts, one copy for all forms: the fonts and the color profile. */
export interface Opening {
  readonly bytes: Uint8Array;
  /** Where each of its objects starts, from object 1. */
  readonly offsets: readonly number[];
}

/** A file with its own pages, such as an agency's, needs the font of the values. What is drawn here needs all. */
export type OpeningKind = "values" | "drawn";

/** Object numbers within an opening. The last two are only in the opening of drawn files. */
export const openingObjects = { regular: 1, bold: 4, profile: 7 } as const;

const file = JSON.parse(
  readFileSync(new URL("../../fonts/opening.json", import.meta.url), "utf8"),
) as OpeningFile;
const bytes = Buffer.from(file.base64, "base64");

export const openings: Readonly<Record<OpeningKind, Opening>> = {
  values: part(file.values),
  drawn: part(file.drawn),
};

/** Templates name it, because they are of use only after the opening that they were made with. */
export const openingDigest = createHash("sha256").update(bytes).digest("hex").slice(0, 16);

/** Widths in thousandths of the size, by WinAnsi code. 0 where the code has no letter. */
export const regularWidths = Uint16Array.from(file.widths.regular);
export const boldWidths = Uint16Array.from(file.widths.bold);

/** Of capitals, of letters such as d, and of letters such as p, in thousandths of the size. */
export const { capHeight, ascent, descent } = file.metrics;

/** A drawn file as it is kept: without the bytes that all of them share. */
export function withoutOpening(drawn: Uint8Array): Uint8Array {
  if (!startsWithOpening(drawn)) throw new Error("The file does not start with the fonts of drawn files.");
  return drawn.subarray(openings.drawn.bytes.length);
}

export function withOpening(kept: Uint8Array): Uint8Array {
  return Buffer.concat([openings.drawn.bytes, kept]);
}

/** Whether a file was drawn here, with the fonts of today. */
export function startsWithOpening(pdf: Uint8Array): boolean {
  const { bytes: opening } = openings.drawn;
  return Buffer.compare(pdf.subarray(0, opening.length), opening) === 0;
}

function part({ length, offsets }: OpeningFile["drawn"]): Opening {
  return { bytes: bytes.subarray(0, length), offsets };
}
