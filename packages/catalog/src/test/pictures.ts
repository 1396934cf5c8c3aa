import { fileURLToPath } from "node:url";
import { renderPages } from "@withholding-forms/pdf";
import { PNG } from "pngjs";
import { encodePng } from "../../../pdf/src/render/png.js";
import { inputFile, tool } from "../../../pdf/src/test/tools.js";

/** A picture for each form version, as somebody looked at and agreed to. */
export const approvedFolder = fileURLToPath(new URL("../../../pdf/src/test/approved/", import.meta.url));

/** How dark each square of a page is, from 0 to 1, row by row. Fonts and smoothing matter little in that. */
export interface Squares {
  readonly columns: number;
  readonly rows: number;
  readonly ink: readonly number[];
}

/** Side of a square in pixels of the rendered page: 12 points. */
const side = 8;
const width = 408;

/** The first page as PDFium draws it. */
export async function drawnByPdfium(pdf: Uint8Array): Promise<Squares> {
  const [page] = await renderPages(pdf, width);
  const picture = PNG.sync.read(Buffer.from(page!));
  return squares(picture.width, picture.height, (pixel) => picture.data[pixel * 4]!);
}

/** The first page as mupdf draws it. */
export function drawnByMupdf(pdf: Uint8Array, { columns, rows }: Squares): Squares {
  const size = ["-w", String(columns * side), "-h", String(rows * side)];
  const { stdout } = tool("mutool", ["draw", "-q", "-F", "pgm", ...size, "-o", "-", inputFile, "1"], pdf);
  const head = /^P5\s+(?:#[^\n]*\n)?(\d+)\s+(\d+)\s+255\s/.exec(stdout.subarray(0, 200).toString("latin1"));
  if (head === null) throw new Error("mutool drew no picture");
  const [pixelWidth, pixelHeight] = [Number(head[1]), Number(head[2])];
  return squares(pixelWidth, pixelHeight, (pixel) => stdout[head[0].length + pixel]!);
}

export function readSquares(png: Uint8Array): Squares {
  const { width: columns, height: rows, data } = PNG.sync.read(Buffer.from(png));
  return { columns, rows, ink: Array.from({ length: columns * rows }, (_, at) => 1 - data[at * 4]! / 255) };
}

export function writeSquares({ columns, rows, ink }: Squares): Uint8Array {
  const data = new Uint8Array(columns * rows * 4);
  ink.forEach((one, at) => {
    data.fill(Math.round((1 - one) * 255), at * 4, at * 4 + 4);
  });
  return encodePng({ width: columns, height: rows, data });
}

/** Share of the squares that differ by more than a tolerance. */
export function difference(a: Squares, b: Squares, tolerance: number): number {
  if (a.columns !== b.columns || a.rows !== b.rows) return 1;
  return a.ink.filter((ink, at) => Math.abs(ink - b.ink[at]!) > tolerance).length / a.ink.length;
}

function squares(pixelWidth: number, pixelHeight: number, grey: (pixel: number) => number): Squares {
  const [columns, rows] = [Math.floor(pixelWidth / side), Math.floor(pixelHeight / side)];
  const ink = Array.from({ length: columns * rows }, (_, at) => {
    const [left, top] = [(at % columns) * side, Math.floor(at / columns) * side];
    let sum = 0;
    for (let y = top; y < top + side; y += 1)
      for (let x = left; x < left + side; x += 1) sum += grey(y * pixelWidth + x);
    return 1 - sum / (side * side * 255);
  });
  return { columns, rows, ink };
}
