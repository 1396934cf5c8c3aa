import type { SignatureBlock } from "../layout.js";
import { type Area, plain, strong } from "./area.js";
import { fieldIn } from "./fieldbox.js";
import type { Piece } from "./flow.js";
import { hline, lines, polygon, type Tag, tagged } from "./ink.js";
import { spread } from "./row.js";
import { column, rule, sheet } from "./theme.js";
import { wrap, wrapBalanced } from "./wrap.js";

/** The lines to sign and date, with the tag that points at them in the left margin. */
export function signaturePieces(block: SignatureBlock, area: Area, parent: Tag): Piece[] {
  const { theme } = area;
  const { grid, label: size, labelLeading: leading, section } = theme;
  const repeated = area.label?.title.toLowerCase() === block.label.toLowerCase();
  const left = sheet.left + column.label + column.inset;
  const tagWidth = column.label - 14;
  const sign = wrapBalanced(strong(block.label), section, tagWidth);
  const cells = spread(block.cells, left, area.right, 14).map((cell) => ({
    ...cell,
    set: wrap(plain(cell.item.label), size, cell.right - cell.left),
  }));
  const labels = Math.max(...cells.map((cell) => cell.set.length));
  const space = grid * 5;
  const height = space + labels * leading + grid;
  const row = tagged(parent, "Div");
  const signTag = repeated ? undefined : tagged(row, "P");
  const tags = cells.map(() => tagged(row, "P"));
  return [
    {
      height,
      margin: !repeated,
      paint: (page, top) => {
        const line = top + space;
        if (signTag !== undefined) {
          const height = sign.length * section * 1.15;
          const from = line - height;
          lines(
            page,
            signTag,
            sign,
            { size: section, leading: section * 1.15 },
            { left: sheet.left, width: 0, top: from },
          );
          const tip = sheet.left + column.label - 3;
          polygon(page, [
            [tip - 6, line - height / 2 - 4.5],
            [tip, line - height / 2],
            [tip - 6, line - height / 2 + 4.5],
          ]);
        }
        for (const [index, cell] of cells.entries()) {
          const tag = tags[index]!;
          hline(page, cell.left, cell.right, line, rule.medium);
          const box = {
            left: cell.left + 2,
            right: cell.right - 2,
            top: line - grid * 3.5,
            bottom: line - 1,
          };
          lines(page, tag, cell.set, { size, leading }, { left: cell.left, width: 0, top: line + 1.5 });
          fieldIn(page, tag, cell.item.field, box, theme);
        }
      },
    },
  ];
}
