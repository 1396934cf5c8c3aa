import type { LineBlock } from "../layout.js";
import { type Area, strong, withLead } from "./area.js";
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

/** How a line stands in the column of boxes that it and its neighbours share. */
export interface InColumn {
  /** The column begins with this line, so it draws the rule above. */
  readonly first: boolean;
  /** The column goes through this line, with a box or shaded. */
  readonly inside: boolean;
}

export function linePieces(block: LineBlock, area: Area, parent: Tag, inColumn: InColumn): Piece[] {
  const { theme } = area;
  const { body, leading, grid } = theme;
  const tag = tagged(parent, "P");
  const edges = edgesOf(block, area, inColumn);
  const left = area.words + (block.number === undefined ? 0 : area.numbers);
  const spans = block.total ? strong(block.text) : withLead(block.lead, block.text);
  const set = wrap(spans, body, edges.text - left);
  const below = block.field?.kind === "multiline" ? block.field : undefined;
  const wordsHeight = Math.max(1, set.length) * leading + grid;
  const height = wordsHeight + (below === undefined ? 0 : fieldHeight(below, theme) + 2);

  const paint = (page: Page, top: number) => {
    const bottom = top + wordsHeight;
    const first = baselineOf(top + grid / 2, leading, body);
    const last = first + (Math.max(1, set.length) - 1) * leading;
    if (block.number !== undefined) words(page, tag, "bold", body, area.words, first, block.number);
    lines(page, tag, set, { size: body, leading }, { left, width: 0, top: top + grid / 2 });
    if (edges.leader !== undefined) leader(page, left + (set.at(-1)?.width ?? 0), edges.leader, last);

    const row: Box = { left: 0, right: 0, top: bottom - leading - grid, bottom };
    if (block.inner !== undefined) innerBox(page, tag, block, area, row, last);
    if (edges.column) amountBox(page, tag, block, area, { top, ...inColumn }, row, last);
    else if (below !== undefined) {
      const box = { left, right: area.right, top: bottom, bottom: top + height - 2 };
      frame(page, box, rule.hair);
      fieldIn(page, tag, below, { ...box, left: box.left + 2, right: box.right - 2 }, theme);
    } else if (block.field?.kind === "check") {
      checkIn(page, tag, block.field, area.right - checkSide - 2, (row.top + row.bottom) / 2);
    } else if (block.field !== undefined) {
      const box = { ...row, left: edges.box, right: area.right };
      hline(page, box.left, box.right, bottom - 1, rule.hair);
      fieldIn(page, tag, block.field, { ...box, top: row.top + 1, bottom: bottom - 1 }, theme);
    }
  };
  return [{ height, paint }];
}

/** True for a line whose box stands in the right-hand column of amounts. */
export function hasAmount(block: LineBlock): boolean {
  const { field } = block;
  if (field === undefined || field.kind === "check" || field.kind === "multiline" || field.wide) return false;
  return combWidth(field) <= column.amount;
}

/** Where the words must end, where the leader ends, where the box begins. */
function edgesOf(block: LineBlock, area: Area, inColumn: InColumn) {
  const amount = area.right - column.amount;
  const cell = amount - column.cell;
  const gap = 6;
  const box =
    block.field === undefined || hasAmount(block)
      ? cell
      : block.field.kind === "check"
        ? area.right - checkSide - 2
        : block.field.kind === "multiline"
          ? area.right + gap
          : area.right - Math.max(combWidth(block.field), column.wide);
  const outer =
    block.field === undefined && !inColumn.inside && block.inner === undefined ? area.right : box - gap;
  const inner =
    block.inner === undefined
      ? outer
      : block.inner.kind === "check"
        ? outer - checkSide - gap
        : outer - column.inner - (block.field === undefined ? column.cell : 0) - gap;
  const boxed = block.inner !== undefined || (block.field !== undefined && block.field.kind !== "multiline");
  return {
    text: inner,
    leader: boxed ? inner + gap : undefined,
    box,
    column: hasAmount(block) || inColumn.inside,
  };
}

function amountBox(
  page: Page,
  tag: Tag,
  block: LineBlock,
  area: Area,
  own: { readonly top: number; readonly first: boolean },
  row: Box,
  baseline: number,
): void {
  const amount = area.right - column.amount;
  const cell = amount - column.cell;
  const { top } = own;
  const { bottom } = row;
  if (!hasAmount(block)) {
    shade(page, { left: cell, top, right: area.right, bottom }, 0.87);
    vline(page, cell, top, bottom, rule.hair);
    vline(page, amount, top, bottom, rule.hair);
    hline(page, cell, area.right, bottom, rule.hair);
    return;
  }
  vline(page, cell, top, bottom, rule.hair);
  vline(page, amount, top, bottom, rule.hair);
  if (own.first) hline(page, cell, area.right, top, rule.hair);
  hline(page, cell, area.right, bottom, block.total ? rule.heavy : rule.hair);
  if (block.total) hline(page, cell, area.right, top, rule.medium);
  if (block.number !== undefined) {
    const size = Math.min(area.theme.body, ((column.cell - 4) / widthOf(block.number, "bold", 1)) * 1);
    const x = cell + (column.cell - widthOf(block.number, "bold", size)) / 2;
    words(page, "artifact", "bold", size, x, baseline, block.number);
  }
  valueBox(page, tag, block.field!, block.unit, area, { ...row, left: amount, right: area.right }, baseline);
}

function innerBox(page: Page, tag: Tag, block: LineBlock, area: Area, row: Box, baseline: number): void {
  const edge = area.right - column.amount - column.cell - 6;
  if (block.inner!.kind === "check") {
    checkIn(page, tag, block.inner!, edge - checkSide, (row.top + row.bottom) / 2);
    return;
  }
  const box = { left: edge - column.inner, right: edge, top: row.top + 1, bottom: row.bottom - 1 };
  frame(page, box, rule.hair);
  const alone = block.field === undefined;
  if (alone && block.number !== undefined) {
    frame(page, { ...box, left: box.left - column.cell, right: box.left }, rule.hair);
    const x = box.left - (column.cell + widthOf(block.number, "bold", area.theme.body)) / 2;
    words(page, "artifact", "bold", area.theme.body, x, baseline, block.number);
  }
  valueBox(page, tag, block.inner!, alone ? block.unit : undefined, area, box, baseline);
}

/** A field with its unit: a dollar sign before the amount, but after it in French; a percent sign always after. */
function valueBox(
  page: Page,
  tag: Tag,
  field: NonNullable<LineBlock["field"]>,
  unit: string | undefined,
  area: Area,
  box: Box,
  baseline: number,
): void {
  const { theme } = area;
  const inner = { left: box.left + 3, right: box.right - 3, top: box.top + 1, bottom: box.bottom - 1 };
  if (unit === undefined) {
    fieldIn(page, tag, field, inner, theme);
    return;
  }
  const after = unit === "%" || area.language === "fr";
  const width = widthOf(unit, "regular", theme.body) + 2;
  const x = after ? right(unit, "regular", theme.body, inner.right) : inner.left;
  words(page, tag, "regular", theme.body, x, baseline, unit);
  fieldIn(
    page,
    tag,
    field,
    { ...inner, ...(after ? { right: inner.right - width } : { left: inner.left + width }) },
    theme,
  );
}
