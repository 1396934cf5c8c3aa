import type { TableBlock } from "../layout.js";
import { type Area, strong } from "./area.js";
import type { Piece } from "./flow.js";
import { widthOf } from "./fonts.js";
import { baselineOf, hline, lines, type Page, right, shade, type Tag, tagged, vline, words } from "./ink.js";
import { rule } from "./theme.js";
import { type Line, widestWord, wrap, wrapBalanced } from "./wrap.js";

export function tablePieces(block: TableBlock, area: Area, parent: Tag): Piece[] {
  const table = tagged(parent, "Table");
  const grid = gridOf(block, area);
  const pieces: Piece[] = [];
  if (block.title !== undefined) pieces.push(titlePiece(block.title, area, tagged(table, "Caption")));
  const header = headerPiece(block, area, grid, table);
  pieces.push(header);
  const again = headerPiece(block, area, grid, "artifact");
  const rows = block.rows.map((row, index) =>
    rowPiece(row, index, index === block.rows.length - 1, area, grid, table),
  );
  // A table that a page can hold is not cut; a longer one shows its header again on the next page.
  const height = [...pieces, ...rows].reduce((sum, piece) => sum + piece.height, 0);
  const whole = height < 500;
  pieces.push(
    ...rows.map((row, index) => (whole ? { ...row, keep: index < rows.length - 1 } : { ...row, again })),
  );
  return pieces;
}

interface Grid {
  readonly size: number;
  readonly pitch: number;
  readonly columns: readonly Column[];
}

interface Column {
  readonly left: number;
  readonly right: number;
  /** Figures stand on a common right edge, in the middle of their column. */
  readonly figures: number | undefined;
}

const inset = 2.5;

/** The largest size at which every cell keeps on one line; the room left over is shared out evenly. */
function gridOf(block: TableBlock, area: Area): Grid {
  const room = area.right - area.left;
  for (let size = area.theme.body; ; size -= 0.25) {
    const widths = block.headers.map((header, index) =>
      Math.max(
        widestWord(strong(header), headerSize(size)),
        ...block.rows.map((row) => widthOf(row[index] ?? "", "regular", size)),
      ),
    );
    const needed = widths.reduce((sum, width) => sum + width + inset * 2, 0);
    const floor = 5.25;
    if (needed > room && size > floor) continue;
    const spare = (room - needed) / widths.length;
    let left = area.left;
    const columns = widths.map((width, index) => {
      const edge = left + width + inset * 2 + spare;
      const middle = (left + edge) / 2;
      const cells = block.rows.map((row) => row[index] ?? "");
      const figures =
        index > 0 && cells.every((cell) => /^[-$\d.,%\s\u00a0]*$/.test(cell))
          ? middle + width / 2
          : undefined;
      const made: Column = {
        left,
        right: edge,
        figures: figures === undefined ? undefined : rightOf(cells, size, middle),
      };
      left = edge;
      return made;
    });
    return { size, pitch: Math.round((size + 3.75) * 4) / 4, columns };
  }
}

function rightOf(cells: readonly string[], size: number, middle: number): number {
  return middle + Math.max(...cells.map((cell) => widthOf(cell, "regular", size))) / 2;
}

function headerSize(size: number): number {
  return Math.max(5.25, size - 0.25);
}

function titlePiece(title: string, area: Area, tag: Tag): Piece {
  const { body, leading, grid } = area.theme;
  const width = area.right - area.left;
  const set = wrapBalanced(strong(title), body, width);
  return {
    height: set.length * leading + grid / 2,
    gap: grid,
    keep: true,
    paint: (page, top) =>
      lines(page, tag, set, { size: body, leading, align: "center" }, { left: area.left, width, top }),
  };
}

function headerPiece(block: TableBlock, area: Area, grid: Grid, table: Tag | "artifact"): Piece {
  const size = headerSize(grid.size);
  const leading = size + 1.5;
  const sets = block.headers.map((header, index) => {
    const column = grid.columns[index]!;
    return wrap(strong(header), size, column.right - column.left - inset * 2);
  });
  const deepest = Math.max(1, ...sets.map((set) => set.length));
  const spanner = block.spanner === undefined ? 0 : grid.pitch + 1;
  const height = spanner + deepest * leading + 5;
  const spannerTag =
    block.spanner === undefined
      ? undefined
      : cell(table === "artifact" ? table : tagged(table, "TR"), "Column", block.headers.length);
  const row = table === "artifact" ? table : tagged(table, "TR");
  const tags = block.headers.map(() => cell(row, "Column"));
  return {
    height,
    keep: true,
    paint: (page, top) => {
      shade(page, { left: area.left, right: area.right, top, bottom: top + height }, 0.93);
      hline(page, area.left, area.right, top, rule.medium);
      hline(page, area.left, area.right, top + height, rule.medium);
      if (spannerTag !== undefined) {
        const left = grid.columns[0]!.right;
        const set = wrap(strong(block.spanner!), grid.size, area.right - left);
        lines(
          page,
          spannerTag,
          set.slice(0, 1),
          { size: grid.size, leading: spanner, align: "center" },
          { left, width: area.right - left, top },
        );
        hline(page, left, area.right, top + spanner, rule.hair);
      }
      for (const [index, set] of sets.entries()) {
        const column = grid.columns[index]!;
        const from = top + spanner + 2.5 + (deepest - set.length) * leading;
        headerCell(page, tags[index]!, set, { size, leading }, column, from, index === 0);
        if (index > 0) vline(page, column.left, index === 1 ? top : top + spanner, top + height, rule.hair);
      }
    },
  };
}

function headerCell(
  page: Page,
  tag: Tag | "artifact",
  set: readonly Line[],
  setting: { readonly size: number; readonly leading: number },
  column: Column,
  top: number,
  first: boolean,
): void {
  const width = column.right - column.left - inset * 2;
  lines(
    page,
    tag,
    set,
    { ...setting, align: first ? "left" : "center" },
    { left: column.left + inset, width, top },
  );
}

function rowPiece(
  row: readonly string[],
  index: number,
  last: boolean,
  area: Area,
  { size, pitch, columns }: Grid,
  table: Tag,
): Piece {
  const tag = tagged(table, "TR");
  const tags = columns.map((_, position) => (position === 0 ? cell(tag, "Row") : tagged(tag, "TD")));
  return {
    height: pitch,
    paint: (page, top) => {
      const bottom = top + pitch;
      if (index % 2 === 1) shade(page, { left: area.left, right: area.right, top, bottom }, 0.965);
      for (const [position, column] of columns.entries()) {
        if (position > 0) vline(page, column.left, top, bottom, 0.25);
        const text = row[position] ?? "";
        if (text === "") continue;
        const x =
          column.figures === undefined ? column.left + inset : right(text, "regular", size, column.figures);
        words(page, tags[position]!, "regular", size, x, baselineOf(top, pitch, size), text);
      }
      if (last) hline(page, area.left, area.right, bottom, rule.medium);
    },
  };
}

function cell(row: Tag | "artifact", scope: "Column" | "Row", span?: number): Tag | "artifact";
function cell(row: Tag, scope: "Column" | "Row", span?: number): Tag;
function cell(row: Tag | "artifact", scope: "Column" | "Row", span?: number): Tag | "artifact" {
  return row === "artifact" ? row : tagged(row, "TH", { scope, ...(span === undefined ? {} : { span }) });
}
