import type { Field, RowBlock } from "../layout.js";
import { type Area, plain, withLead } from "./area.js";
import { fieldHeight, fieldIn } from "./fieldbox.js";
import type { Piece } from "./flow.js";
import { type Box, hline, lines, type Tag, tagged, vline } from "./ink.js";
import { rule, type Theme } from "./theme.js";
import { type Span, wrap } from "./wrap.js";

/** Boxed cells with a small label over each field. `open` when the row has no rule above it yet. */
export function rowPieces(block: RowBlock, area: Area, parent: Tag, open: boolean): Piece[] {
  const { theme } = area;
  const { label: size, labelLeading: leading, grid } = theme;
  const inset = 3;
  const cells = spread(block.cells, area.left, area.right).map(({ item, left, right }) => ({
    ...item,
    left,
    right,
    // Text at the page's edge starts on it; inside, it is set off from the rule at its left.
    inset: left === area.left && area.label === undefined ? 0 : inset,
    set: wrap(labelSpans(item.label), size, right - left - inset * 2),
  }));
  const labels = Math.max(1, ...cells.map((cell) => cell.set.length));
  const fields = Math.max(...cells.map((cell) => fieldHeight(cell.field, theme)));
  const height = Math.ceil((2 + labels * leading + fields + 2) / (grid / 2)) * (grid / 2);
  const row = tagged(parent, "Div");
  const tags = cells.map(() => tagged(row, "P"));
  return [
    {
      height,
      gap: open ? grid : 0,
      ruled: true,
      paint: (page, top) => {
        const bottom = top + height;
        if (open) hline(page, area.left, area.right, top, rule.hair);
        hline(page, area.left, area.right, bottom, rule.hair);
        if (area.label !== undefined) vline(page, area.left, top, bottom, rule.hair);
        for (const [index, cell] of cells.entries()) {
          const tag = tags[index]!;
          if (index > 0) vline(page, cell.left, top, bottom, rule.hair);
          const left = cell.left + cell.inset;
          lines(page, tag, cell.set, { size, leading }, { left, width: 0, top: top + 2 });
          fieldIn(
            page,
            tag,
            cell.field,
            boxOf(cell, left, top + 2 + cell.set.length * leading, bottom, theme),
            theme,
          );
        }
      },
    },
  ];
}

/** A number or letter before a label hangs, as numbers do on lines: "4 Address", "(b) Name". */
function labelSpans(label: string): Span[] {
  const numbered = /^(\d{1,2}[a-z]?|\([a-z]\)|[a-z](?= \p{Lu})) (.+)$/su.exec(label);
  return numbered === null ? plain(label) : withLead(numbered[1], numbered[2]!);
}

/** Cells side by side over a width, each with its share of the spans. */
export function spread<T extends { readonly span: number }>(
  items: readonly T[],
  left: number,
  right: number,
  gap = 0,
) {
  const total = items.reduce((sum, item) => sum + item.span, 0);
  const unit = (right - left - gap * (items.length - 1)) / total;
  let x = left;
  return items.map((item) => {
    const cell = { item, left: x, right: x + item.span * unit };
    x = cell.right + gap;
    return cell;
  });
}

/** A one-line field keeps to the bottom of its cell, a multi-line one takes all the room, cells reach the rules. */
function boxOf(
  cell: { readonly field: Field; readonly left: number; readonly right: number },
  left: number,
  top: number,
  bottom: number,
  theme: Theme,
): Box {
  const { field } = cell;
  if (field.kind === "comb")
    return { left: cell.left, right: cell.right, top: bottom - fieldHeight(field, theme), bottom };
  const lower = bottom - 2;
  const upper = field.kind === "multiline" ? top : lower - fieldHeight(field, theme);
  return { left, right: cell.right - 2, top: upper, bottom: lower };
}
