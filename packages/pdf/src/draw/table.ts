import type { TableBlock } from "../layout.js";
import { type Area, plain, strong } from "./area.js";
import type { Piece } from "./flow.js";
import { hline, lines, type Page, shade, type Tag, tagged, vline } from "./ink.js";
import { type Column, type Grid, gridOf, padding } from "./tablegrid.js";
import { rule } from "./theme.js";
import { type Line, wrap, wrapBalanced } from "./wrap.js";

/** A table that takes less of a page than this is never cut. */
const wholeUpTo = 520;

export function tablePieces(block: TableBlock, area: Area, parent: Tag): Piece[] {
  const table = tagged(parent, "Table");
  const grid = gridOf(block, area);
  const title = block.title === undefined ? [] : [titlePiece(block.title, area, tagged(table, "Caption"))];
  const header = headerPiece(block, grid, table);
  const again = headerPiece(block, grid, "artifact");
  const rows = block.rows.map((row, index) => rowPiece(row, index, block.rows.length, grid, table));
  const pieces = [...title, title.length > 0 ? header : { ...header, gap: area.theme.grid }];
  const height = [...pieces, ...rows].reduce((sum, piece) => sum + piece.height, 0);
  const last = rows.length - 1;
  return [
    ...pieces,
    ...rows.map((row, index) =>
      height < wholeUpTo
        ? { ...row, keep: index < last }
        : { ...row, keep: index === 0 || index === last - 1, again },
    ),
  ];
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

function headerPiece(block: TableBlock, grid: Grid, table: Tag | "artifact"): Piece {
  const { size, columns, left, right } = grid;
  const leading = size + 1.5;
  const sets = block.headers.map((header, index) => wrap(strong(header), size, innerWidth(columns[index]!)));
  const over = spannerOf(block.spanner, grid);
  // The corner reaches up next to the heading over the other columns.
  const headingLines = Math.floor(over.height / leading);
  const deepest = Math.max(
    1,
    ...sets.map((set, index) => (index === 0 ? set.length - headingLines : set.length)),
  );
  const height = over.height + deepest * leading + 5;
  const tags = headerTags(block, table);
  return {
    height,
    keep: true,
    ruled: true,
    paint: (page, top) => {
      shade(page, { left, right, top, bottom: top + height }, 0.93);
      hline(page, left, right, top, rule.medium);
      hline(page, left, right, top + height, rule.medium);
      for (const [index, set] of sets.entries()) {
        if (index === 1 && over.height > 0) {
          const from = columns[0]!.right;
          const area = { left: from, width: right - from, top: top + 1.5 };
          lines(page, tags.spanner, over.set, { size, leading, align: "center" }, area);
          hline(page, from, right, top + over.height, rule.hair);
        }
        const at = columns[index]!;
        const from = top + over.height + 2.5 + (deepest - set.length) * leading;
        const area = { left: at.left + padding, width: innerWidth(at), top: from };
        const align = at.figures === undefined ? "left" : "center";
        lines(page, tags.cells[index]!, set, { size, leading, align }, area);
        if (index > 0) vline(page, at.left, index === 1 ? top : top + over.height, top + height, rule.hair);
      }
    },
  };
}

function spannerOf(
  text: string | undefined,
  { size, columns, right }: Grid,
): { set: Line[]; height: number } {
  if (text === undefined) return { set: [], height: 0 };
  const set = wrap(strong(text), size, right - columns[0]!.right - padding * 2);
  return { set, height: set.length * (size + 1.5) + 3 };
}

/** With a heading over the other columns, the first header reaches over both rows of headers. */
function headerTags(block: TableBlock, table: Tag | "artifact") {
  if (table === "artifact") return { spanner: table, cells: block.headers.map(() => table) };
  const first = tagged(table, "TR");
  const [, ...others] = block.headers;
  if (block.spanner === undefined) {
    const cells = block.headers.map(() => tagged(first, "TH", { scope: "Column" }));
    return { spanner: first, cells };
  }
  const corner = tagged(first, "TH", { scope: "Column", rows: 2 });
  const spanner = tagged(first, "TH", { scope: "Column", columns: others.length });
  const second = tagged(table, "TR");
  return { spanner, cells: [corner, ...others.map(() => tagged(second, "TH", { scope: "Column" }))] };
}

function rowPiece(row: readonly string[], index: number, count: number, grid: Grid, table: Tag): Piece {
  const { size, columns, left, right } = grid;
  const leading = size + 1.5;
  const tag = tagged(table, "TR");
  const cells = columns.map((at, position) => ({
    at,
    set: wrap(plain(row[position] ?? ""), size, innerWidth(at)),
    tag: position === 0 ? tagged(tag, "TH", { scope: "Row" }) : tagged(tag, "TD"),
  }));
  const deepest = Math.max(1, ...cells.map((cell) => cell.set.length));
  const height = grid.pitch + (deepest - 1) * leading;
  return {
    height,
    paint: (page, top) => {
      const bottom = top + height;
      if (index % 2 === 1) shade(page, { left, right, top, bottom }, 0.965);
      for (const { at, set, tag: own } of cells) {
        if (at !== columns[0]) vline(page, at.left, top, bottom, rule.hair, 0.6);
        cellWords(page, own, set, { size, leading }, at, top + (grid.pitch - leading) / 2);
      }
      if (index === count - 1) hline(page, left, right, bottom, rule.medium);
    },
  };
}

function cellWords(
  page: Page,
  tag: Tag,
  set: readonly Line[],
  setting: { readonly size: number; readonly leading: number },
  at: Column,
  top: number,
): void {
  const left = at.figures === undefined ? at.left + padding : at.figures - (set[0]?.width ?? 0);
  lines(page, tag, set, setting, { left, width: 0, top });
}

function innerWidth(at: Column): number {
  return at.right - at.left - padding * 2;
}
