import type { Slot } from "@withholding-forms/pdf";
import type { FieldBox } from "../pdf/pdfjs.js";
import type { Values } from "./filled.js";

/** A piece of text as some reader found it on a page. */
export interface Piece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** Where the fields of a blank are, and which take text. */
export interface Places {
  readonly texts: readonly (readonly [name: string, box: FieldBox])[];
  readonly checks: readonly (readonly [name: string, box: FieldBox])[];
}

export function placesOf(slots: readonly Slot[], boxes: ReadonlyMap<string, readonly FieldBox[]>): Places {
  const texts: (readonly [string, FieldBox])[] = [];
  const checks: (readonly [string, FieldBox])[] = [];
  for (const [name, kind] of new Map(slots.map((slot) => [slot.name, slot.kind]))) {
    const found = boxes.get(name) ?? [];
    if (found.length === 0) throw new Error(`${name} has no box`);
    for (const box of found) (kind === "check" ? checks : texts).push([name, box]);
  }
  return { texts, checks };
}

/** Boxes whose text differs from what was filled in, including empty ones: field, expected, read. */
export function misread(
  places: Places,
  values: Values,
  pages: ReadonlyMap<number, readonly Piece[]>,
): [string, string, string][] {
  return places.texts.flatMap(([name, box]): [string, string, string][] => {
    const value = values[name];
    const wanted = typeof value === "string" ? value : "";
    const pieces = pages.get(box.page);
    const read = pieces === undefined ? "" : textIn(box, pieces);
    return plain(read) === plain(wanted) ? [] : [[name, wanted, read]];
  });
}

/** Boxes with the wrong number of marks, and marks that are in no box. */
export function mismarked(
  places: Places,
  values: Values,
  strokes: readonly FieldBox[],
  ofBlank: readonly FieldBox[],
): string[] {
  const printed = new Map<string, number>();
  const key = ({ page, rect }: FieldBox): string => `${page} ${rect.map((at) => at.toFixed(2)).join(" ")}`;
  for (const stroke of ofBlank) printed.set(key(stroke), (printed.get(key(stroke)) ?? 0) + 1);
  const marks = strokes.filter((stroke) => {
    const left = printed.get(key(stroke)) ?? 0;
    if (left > 0) printed.set(key(stroke), left - 1);
    return left === 0;
  });
  const faults = places.checks.flatMap(([name, box]) => {
    const wanted = values[name] === true ? 1 : 0;
    const isInside = within(box);
    const found = marks.filter((mark) => mark.page === box.page && isInside(edges(mark))).length;
    return found === wanted ? [] : [`${name} has ${found} of ${wanted}`];
  });
  const ticked = places.checks.filter(([name]) => values[name] === true).length;
  if (strokes.length !== ofBlank.length + ticked)
    faults.push(`${strokes.length - ofBlank.length} marks, not ${ticked}`);
  return faults;
}

type Edges = Pick<Piece, "left" | "right" | "bottom" | "top">;

function edges({ rect }: FieldBox): Edges {
  return { left: rect[0] ?? 0, bottom: rect[1] ?? 0, right: rect[2] ?? 0, top: rect[3] ?? 0 };
}

/**
 * Returns whether a piece is within the box. Reads its edges once, because every piece of every page is compared with
 * every box.
 */
function within(box: FieldBox): (inner: Edges) => boolean {
  const { left, bottom, right, top } = edges(box);
  return (inner) =>
    inner.left >= left - 0.1 &&
    inner.right <= right + 0.1 &&
    inner.bottom >= bottom - 0.1 &&
    inner.top <= top + 0.1;
}

const known = new WeakMap<readonly Piece[], Map<FieldBox, string>>();

/** Looked for once per page, however many files have it. */
function textIn(box: FieldBox, pieces: readonly Piece[]): string {
  const here = known.get(pieces) ?? new Map<FieldBox, string>();
  known.set(pieces, here);
  const text = here.get(box) ?? linesIn(box, pieces);
  here.set(box, text);
  return text;
}

/** Some agencies type the line that an answer is written on. */
const ruledLine = /^_+$/;

/** Line by line. Letters of two fonts on one line are not at quite the same height. */
function linesIn(box: FieldBox, pieces: readonly Piece[]): string {
  const isInside = within(box);
  const height = ({ bottom, top }: Piece): number => (bottom + top) / 2;
  const found = pieces
    .filter((piece) => isInside(piece) && !ruledLine.test(piece.text))
    .sort((a, b) => height(b) - height(a));
  const lines: Piece[][] = [];
  for (const piece of found) {
    const line = lines.at(-1);
    if (line !== undefined && height(line[0]!) - height(piece) < 2.5) line.push(piece);
    else lines.push([piece]);
  }
  return lines
    .map((line) =>
      line
        .sort((a, b) => a.left - b.left)
        .map(({ text }) => text)
        .join(" "),
    )
    .join("\n");
}

/** Lines are broken and comb cells set apart where there is no space in the value. */
function plain(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, "");
}
