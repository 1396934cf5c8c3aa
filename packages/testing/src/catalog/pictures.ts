import { fileURLToPath } from "node:url";
import { PNG } from "pngjs";
import { encodePng } from "../../../pdf/src/render/png.js";
import { renderPixels } from "../../../pdf/src/render/render.js";
import { inputFile, tool } from "../pdf/tools.js";

/** One approved image per form version. */
export const approvedFolder = fileURLToPath(new URL("../../../pdf/src/test/approved/", import.meta.url));

/** A page in pixels, each from 0 (white) to 255 (black), row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly ink: Uint8Array;
}

/** One pixel a point. */
const pageWidth = 612;

/** The first page as PDFium draws it. */
export async function drawnByPdfium(pdf: Uint8Array): Promise<Picture> {
  const { width, height, data } = await renderPixels(pdf, pageWidth, 1);
  return { width, height, ink: inkOf(data, 4) };
}

/** The first page as mupdf draws it, in the size of another image. */
export function drawnByMupdf(pdf: Uint8Array, { width, height }: Picture): Picture {
  const size = ["-w", String(width), "-h", String(height), "-f"];
  const { stdout } = tool("mutool", ["draw", "-q", "-F", "pgm", ...size, "-o", "-", inputFile, "1"], pdf);
  const head = /^P5\s+(?:#[^\n]*\n)?(\d+)\s+(\d+)\s+255\s/.exec(stdout.subarray(0, 200).toString("latin1"));
  if (head === null) throw new Error("mutool drew no image");
  return {
    width: Number(head[1]),
    height: Number(head[2]),
    ink: inkOf(stdout.subarray(head[0].length), 1),
  };
}

export function readPicture(png: Uint8Array): Picture {
  const { width, height, data } = PNG.sync.read(Buffer.from(png));
  return { width, height, ink: inkOf(data, 4) };
}

/** From the first byte of each pixel. A loop, because `Uint8Array.from` is slow for large images. */
function inkOf(bytes: Uint8Array, perPixel: number): Uint8Array {
  const ink = new Uint8Array(bytes.length / perPixel);
  for (let at = 0; at < ink.length; at += 1) ink[at] = 255 - bytes[at * perPixel]!;
  return ink;
}

export function writePicture({ width, height, ink }: Picture): Uint8Array {
  const data = new Uint8Array(width * height * 4);
  ink.forEach((one, at) => {
    data.fill(255 - one, at * 4, at * 4 + 4);
  });
  return encodePng({ width, height, data });
}

/** Pixels of ink, and at least how dark a pixel is that counts as such in an image and near it in the other. */
const dark = 110;
const grey = 40;
/** Side of the squares that a page is looked at in: a letter and a half. */
const side = 12;

/**
 * How many pixels of ink of one image have none near them in the other, in the square of the page where they are most.
 * Two engines draw letters a pixel apart; a word that is missing, a mark, or a line that moved leaves many alone.
 */
export function strangest(a: Picture, b: Picture, near: number): number {
  if (a.width !== b.width || a.height !== b.height) return Number.POSITIVE_INFINITY;
  const columns = Math.ceil(a.width / side);
  const alone = new Uint16Array(columns * Math.ceil(a.height / side));
  const count = (one: Picture, other: Picture): void => {
    for (let y = 0; y < one.height; y += 1)
      for (let x = 0; x < one.width; x += 1)
        if (one.ink[y * one.width + x]! >= dark && !hasInk(other, x, y, near))
          alone[Math.floor(y / side) * columns + Math.floor(x / side)]! += 1;
  };
  count(a, b);
  count(b, a);
  return alone.reduce((max, one) => Math.max(max, one), 0);
}

function hasInk({ width, height, ink }: Picture, x: number, y: number, near: number): boolean {
  for (let row = Math.max(0, y - near); row <= Math.min(height - 1, y + near); row += 1)
    for (let column = Math.max(0, x - near); column <= Math.min(width - 1, x + near); column += 1)
      if (ink[row * width + column]! >= grey) return true;
  return false;
}
