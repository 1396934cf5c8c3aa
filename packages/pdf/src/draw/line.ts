import type { Field, LineBlock, TextBlock } from "../layout.js";
import { type Area, withLead } from "./area.js";
import { checkIn, checkSide, combWidth, fieldHeight, fieldIn } from "./fieldbox.js";
import type { Piece } from "./flow.js";
import { widthOf } from "./fonts.js";
import {
  type Box,
  baselineOf,
  frame,
  hline,
  leader,
  lines,
  type Page,
  right,
  shade,
  type Tag,
  tagged,
  vline,
  words,
} from "./ink.js";
import { column, rule } from "./theme.js";
import { wrap } from "./wrap.js";

/** Position of a line in the column of boxes that it shares with its neighbors. */
export interface InColumn {
  /** The column starts with this line, so it draws the rule above. */
  readonly first: boolean;
  /** The column goes through this line, with a box or shaded. */
  readonly inside: boolean;
  /** Lines of the column have numbers, so it has cells for them. */
  readonly numbered: boolean;
}

/** A line with the small print under it, which shares its columns: the box reaches down next to both. */
export function linePieces(
  block: LineBlock,
  notes: readonly TextBlock[],
  area: Area,
  parent: Tag,
  inColumn: InColumn,
): Piece[] {
  const { theme } = area;
  const { body, leading, grid } = theme;
  const tag = tagged(parent, "P");
  const edges = edgesOf(block, area, inColumn);
  const left = area.words + (block.number === undefined ? 0 : area.numbers);
  const spans = withLead(block.lead, block.text);
  const weighted = block.total ? spans.map((span) => ({ ...span, face: "bold" as const })) : spans;
  const set = wrap(weighted, body, edges.text - left);
  const below = block.field?.kind === "multiline" ? block.field : undefined;
  const wordsHeight = Math.max(1, set.length) * leading + grid;
  const belowHeight = below === undefined ? 0 : fieldHeight(below, theme) + grid / 2;
  const under = notesUnder(notes, area, parent, left, edges.text);
  const height = wordsHeight + belowHeight + under.height;

  const paint = (page: Page, top: number) => {
    const bottom = top + wordsHeight;
    const first = baselineOf(top + grid / 2, leading, body);
    const last = first + (Math.max(1, set.length) - 1) * leading;
    const row: Box = { left: edges.box, right: area.right, top: bottom - leading - grid, bottom };
    if (block.number !== undefined) words(page, tag, "bold", body, area.words, first, `${block.number} `);
    lines(page, tag, set, { size: body, leading }, { left, width: 0, top: top + grid / 2 });
    if (edges.leader !== undefined) leader(page, left + (set.at(-1)?.width ?? 0), edges.leader, last);
    if (block.inner !== undefined) innerBox(page, tag, block, block.inner, area, row, last);

    if (inColumn.inside) columnBox(page, block, area, { ...row, top, bottom: top + height }, inColumn);
    if (hasAmount(block)) amountBox(page, tag, block, block.field!, area, row, last);
    else if (below !== undefined) {
      const box = { left, right: area.right, top: bottom, bottom: bottom + fieldHeight(below, theme) };
      frame(page, box, rule.hair);
      fieldIn(page, tag, below, inset(box), theme);
    } else if (block.field?.kind === "check") {
      checkIn(page, tag, block.field, edges.box, (row.top + row.bottom) / 2);
    } else if (block.field !== undefined) {
      hline(page, row.left, row.right, bottom, rule.hair);
      valueBox(page, tag, block.field, block.unit, area, row, last);
    }
    under.paint(page, bottom + belowHeight);
  };
  return [
    {
      height,
      // A line without its own box introduces the lines after it.
      keep: block.field === undefined && block.inner === undefined && block.text.endsWith(":"),
      ruled: inColumn.inside,
      paint,
    },
  ];
}

/** True for a line whose box is in the right-hand column of amounts. */
export function hasAmount(block: LineBlock): boolean {
  const { field } = block;
  if (field === undefined || field.kind === "check" || field.kind === "multiline" || field.wide) return false;
  return combWidth(field) <= column.amount;
}

const gap = 6;

/** Where the words must end, where the leader ends, where the box at the right starts. */
function edgesOf(block: LineBlock, area: Area, inColumn: InColumn) {
  const box = boxEdge(block, area) + (hasAmount(block) && !inColumn.numbered ? column.cell : 0);
  const boxed = block.field !== undefined && block.field.kind !== "multiline";
  const outer = boxed || inColumn.inside || block.inner !== undefined ? box - gap : area.right;
  if (block.inner === undefined) return { text: outer, leader: boxed ? outer + gap : undefined, box };
  const text = innerEdge(block, block.inner, area) - gap;
  return { text, leader: text + gap, box };
}

function boxEdge(block: LineBlock, area: Area): number {
  const { field } = block;
  if (field === undefined || hasAmount(block)) return area.right - column.amount - column.cell;
  if (field.kind === "check") return area.right - checkSide - 2;
  if (field.kind === "multiline") return area.right;
  return area.right - Math.max(combWidth(field), column.wide);
}

function innerEdge(block: LineBlock, inner: Field, area: Area): number {
  const edge = area.right - column.amount - column.cell - gap;
  if (inner.kind === "check") return edge - checkSide;
  return edge - column.inner - (isAlone(block) && block.number !== undefined ? column.cell : 0);
}

/** The inner box is the line's only one, so the line's number and unit are with it. */
function isAlone(block: LineBlock): boolean {
  return block.field === undefined;
}

function notesUnder(notes: readonly TextBlock[], area: Area, parent: Tag, left: number, edge: number) {
  const { small: size, smallLeading: leading, grid } = area.theme;
  const set = notes.map((note) => ({
    tag: tagged(parent, "P"),
    lines: wrap(withLead(note.lead, note.text), size, edge - left),
  }));
  const height = set.reduce((sum, note) => sum + note.lines.length * leading + grid / 2, 0);
  return {
    height,
    paint: (page: Page, top: number) => {
      // The note belongs to the line above it: it is closer to it than a line to the next.
      let y = top - grid / 4;
      for (const note of set) {
        lines(page, note.tag, note.lines, { size, leading }, { left, width: 0, top: y });
        y += note.lines.length * leading + grid / 2;
      }
    },
  };
}

/** The line's part of the column: the rules around its number and its box, or a shade where it has none. */
function columnBox(page: Page, block: LineBlock, area: Area, box: Box, { first, numbered }: InColumn): void {
  const amount = area.right - column.amount;
  const left = numbered ? amount - column.cell : amount;
  if (!hasAmount(block)) shade(page, { ...box, left }, 0.88);
  if (numbered) vline(page, left, box.top, box.bottom, rule.hair);
  vline(page, amount, box.top, box.bottom, rule.hair);
  if (block.total) hline(page, left, area.right, box.top, rule.medium);
  else if (first) hline(page, left, area.right, box.top, rule.hair);
  hline(page, left, area.right, box.bottom, block.total ? rule.heavy : rule.hair);
}

function amountBox(
  page: Page,
  tag: Tag,
  block: LineBlock,
  field: Field,
  area: Area,
  row: Box,
  baseline: number,
): void {
  const amount = area.right - column.amount;
  if (block.number !== undefined) cellNumber(page, block.number, amount - column.cell, area, baseline);
  valueBox(page, tag, field, block.unit, area, { ...row, left: amount }, baseline);
}

function innerBox(
  page: Page,
  tag: Tag,
  block: LineBlock,
  inner: Field,
  area: Area,
  row: Box,
  baseline: number,
): void {
  const edge = area.right - column.amount - column.cell - gap;
  if (inner.kind === "check") {
    checkIn(page, tag, inner, edge - checkSide, (row.top + row.bottom) / 2);
    return;
  }
  const box = { ...row, left: edge - column.inner, right: edge };
  frame(page, box, rule.hair);
  if (isAlone(block) && block.number !== undefined) {
    frame(page, { ...box, left: box.left - column.cell, right: box.left }, rule.hair);
    cellNumber(page, block.number, box.left - column.cell, area, baseline);
  }
  valueBox(page, tag, inner, isAlone(block) ? block.unit : undefined, area, box, baseline);
}

/** The line's number again, before its box: the eye finds the box without following the dots. */
function cellNumber(page: Page, number: string, left: number, area: Area, baseline: number): void {
  const size = Math.min(area.theme.body, (column.cell - 4) / widthOf(number, "bold", 1));
  const x = left + (column.cell - widthOf(number, "bold", size)) / 2;
  words(page, "artifact", "bold", size, x, baseline, number);
}

/** A field with its unit: a dollar sign before the amount, but after it in French; a percent sign always after. */
function valueBox(
  page: Page,
  tag: Tag,
  field: Field,
  unit: string | undefined,
  area: Area,
  box: Box,
  baseline: number,
): void {
  const { theme } = area;
  const inner = field.kind === "comb" ? box : inset(box);
  if (unit === undefined) {
    fieldIn(page, tag, field, inner, theme);
    return;
  }
  const after = unit === "%" || area.language === "fr";
  const width = widthOf(unit, "regular", theme.body) + 2;
  const x = after ? right(unit, "regular", theme.body, inner.right) : inner.left;
  words(page, tag, "regular", theme.body, x, baseline, unit);
  const rest = after ? { right: inner.right - width } : { left: inner.left + width };
  fieldIn(page, tag, field, { ...inner, ...rest }, theme);
}

function inset(box: Box): Box {
  return { left: box.left + 3, right: box.right - 3, top: box.top + 1, bottom: box.bottom - 1 };
}
