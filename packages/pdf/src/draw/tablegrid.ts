import type { TableBlock } from "../layout.js";
import { type Area, plain, strong } from "./area.js";
import { widthOf } from "./fonts.js";
import { widestWord } from "./wrap.js";

export interface Grid {
  readonly size: number;
  /** Height of a row of one line. */
  readonly pitch: number;
  readonly left: number;
  readonly right: number;
  readonly columns: readonly Column[];
}

export interface Column {
  readonly left: number;
  readonly right: number;
  /** Numbers share a right edge, in the middle of their column. */
  readonly figures: number | undefined;
}

/** Between a cell's words and its rules. */
export const padding = 3;

/** Smallest print of a table; a wage table of thirteen columns needs about 7. */
const floor = 5.5;

/**
 * The largest size at which the table fits: numbers and ranges always on one line, sentences wrapped when the page is
 * not wide enough for them. A table that does not need the page's width is in its middle.
 */
export function gridOf(block: TableBlock, area: Area): Grid {
  const room = area.right - area.left;
  for (let size = area.theme.small + 0.5; size >= floor; size -= 0.25) {
    const widths = columnWidths(block, size, room);
    if (widths !== undefined) return placed(block, area, size, widths);
  }
  const name = block.title ?? block.headers.join(", ");
  throw new Error(`The table "${name}" is too wide for the page.`);
}

function columnWidths(block: TableBlock, size: number, room: number): number[] | undefined {
  const columns = block.headers.map((header, index) => {
    const cells = cellsOf(block, index);
    const min = Math.max(
      widestWord(strong(header), size),
      ...cells.map((cell) =>
        isSentence(cell) ? widestWord(plain(cell), size) : widthOf(cell, "regular", size),
      ),
    );
    const max = Math.max(min, ...cells.map((cell) => widthOf(cell, "regular", size)));
    return { min: min + padding * 2, max: max + padding * 2 };
  });
  const min = columns.reduce((sum, { min }) => sum + min, 0);
  const max = columns.reduce((sum, { max }) => sum + max, 0);
  if (max <= room) return columns.map(({ max }) => max);
  if (min > room) return undefined;
  const share = (room - min) / (max - min);
  return columns.map((column) => column.min + (column.max - column.min) * share);
}

function placed(block: TableBlock, area: Area, size: number, widths: readonly number[]): Grid {
  const room = area.right - area.left;
  const needed = widths.reduce((sum, width) => sum + width, 0);
  const spare = Math.min(48, (room - needed) / widths.length);
  const width = needed + spare * widths.length;
  let left = area.left + (room - width) / 2;
  const start = left;
  const columns = widths.map((own, index) => {
    const at = { left, right: left + own + spare };
    left = at.right;
    const cells = cellsOf(block, index);
    const widest = Math.max(0, ...cells.map((cell) => widthOf(cell, "regular", size)));
    const figures = index > 0 && cells.every((cell) => /^[-+$\d.,%\s\u00a0]*$/.test(cell));
    return { ...at, figures: figures ? (at.left + at.right + widest) / 2 : undefined };
  });
  return { size, pitch: size + area.theme.grid * 0.6, left: start, right: start + width, columns };
}

function cellsOf(block: TableBlock, index: number): string[] {
  return block.rows.map((row) => row[index] ?? "");
}

/** Words that may be wrapped, unlike a number or a range such as "$10,000 - 19,999" or "$450,000 and over". */
function isSentence(cell: string): boolean {
  return cell.split(" ").length > 3 && !/^\$?\d/.test(cell);
}
