import type { Block, LineBlock, SectionBlock } from "../layout.js";
import { type Area, strong } from "./area.js";
import { choicesPieces } from "./choices.js";
import type { Columns, Piece } from "./flow.js";
import { capHeight, widthOf } from "./fonts.js";
import { hline, lines, type Tag, tagged } from "./ink.js";
import { hasAmount, linePieces } from "./line.js";
import { rowPieces } from "./row.js";
import { signaturePieces } from "./signature.js";
import { tablePieces } from "./table.js";
import { headingPieces, listPieces, textPieces } from "./text.js";
import { column, rule, sheet, type Theme } from "./theme.js";
import { widestWord, wrap } from "./wrap.js";

export type Content = Exclude<Block, { readonly kind: "section" | "pageBreak" }>;

/** A section with what belongs to it; without `title` the blocks before the first one, or after a page break. */
export interface Section {
  readonly opening?: SectionBlock;
  /** The section these blocks go on with. */
  readonly resumes?: SectionBlock;
  readonly blocks: readonly Content[];
}

export function sectionPieces(
  section: Section,
  theme: Theme,
  language: Area["language"],
  document: Tag,
  flush: boolean,
): (Piece | Columns)[] {
  const { opening, resumes, blocks } = section;
  const of = opening ?? resumes;
  const labelled = of?.label !== undefined;
  const left = labelled ? sheet.left + column.label : sheet.left;
  const area: Area = {
    theme,
    language,
    left,
    right: sheet.right,
    words: labelled ? left + column.inset : left,
    numbers: numbersWidth(blocks, theme),
    ...(labelled ? { label: { left: sheet.left, title: of.title } } : {}),
  };
  const tag = of === undefined ? document : tagged(document, "Sect");
  const gap = flush ? 0 : theme.grid;
  if (opening === undefined) return blockPieces(blocks, area, tag, true);
  const heading = tagged(tag, "H2");
  if (opening.label !== undefined) return besideLabel(opening, blocks, area, heading, tag, gap);
  const bar = titleBar(opening, area, heading, gap);
  const columns = opening.columns === 1 ? undefined : inColumns(blocks, area, tag);
  return [bar, ...(columns === undefined ? blockPieces(blocks, area, tag, false) : [columns])];
}

/** Instructions long enough for it are set in two columns: a line across the whole page is hard to read. */
function inColumns(blocks: readonly Content[], area: Area, tag: Tag): Columns | undefined {
  if (!blocks.every((block) => block.kind === "heading" || block.kind === "text" || block.kind === "list"))
    return undefined;
  const gutter = 22;
  const width = (area.right - area.left - gutter) / 2;
  const scratch: Tag = { role: "Sect", kids: [] };
  const pieces = blockPieces(blocks, { ...area, right: area.left + width }, scratch, false);
  if (pieces.reduce((sum, piece) => sum + piece.height, 0) < 160) return undefined;
  tag.kids.push(...scratch.kids);
  return { columns: pieces, gap: area.theme.grid, shift: width + gutter };
}

function blockPieces(blocks: readonly Content[], area: Area, tag: Tag, open: boolean): Piece[] {
  return blocks.flatMap((block, index) => {
    const before = blocks[index - 1];
    const pieces = piecesOf(
      block,
      area,
      tag,
      blocks,
      index,
      before === undefined ? open : before.kind !== "row",
    );
    return spaced(pieces, block, before, area);
  });
}

function piecesOf(
  block: Content,
  area: Area,
  tag: Tag,
  blocks: readonly Content[],
  index: number,
  open: boolean,
): Piece[] {
  switch (block.kind) {
    case "heading":
      return headingPieces(block, area, tag);
    case "text":
      return textPieces(block, area, tag);
    case "list":
      return listPieces(block, area, tag);
    case "row":
      return rowPieces(block, area, tag, open);
    case "line":
      return linePieces(block, area, tag, inColumn(blocks, index));
    case "choices":
      return choicesPieces(block, area, tag);
    case "table":
      return tablePieces(block, area, tag);
    case "signature":
      return signaturePieces(block, area, tag);
  }
}

/** Words stand off from a row's rule above them. */
function spaced(pieces: Piece[], block: Content, before: Content | undefined, area: Area): Piece[] {
  const [first, ...rest] = pieces;
  if (first === undefined || block.kind === "row" || before === undefined) return pieces;
  if (block.kind === "line" && before.kind === "line") return pieces;
  return [{ ...first, gap: Math.max(first.gap ?? 0, area.theme.grid / 2) }, ...rest];
}

/** The column of boxes runs from the first line with an amount to the last, through the lines between them. */
function inColumn(blocks: readonly Content[], index: number) {
  const isAmount = (block: Content | undefined) => block?.kind === "line" && hasAmount(block);
  const runs = (step: 1 | -1) => {
    for (let at = index + step; ; at += step) {
      const block = blocks[at];
      if (block?.kind !== "line" || leavesColumn(block)) return false;
      if (isAmount(block)) return true;
    }
  };
  const before = runs(-1);
  const own = blocks[index] as LineBlock;
  return { first: !before, inside: !leavesColumn(own) && (isAmount(own) || (before && runs(1))) };
}

/** A check box or a wide box at the right edge interrupts the column. */
function leavesColumn(block: LineBlock): boolean {
  return block.field !== undefined && !hasAmount(block);
}

function numbersWidth(blocks: readonly Content[], theme: Theme): number {
  const numbers = blocks.flatMap((b) =>
    (b.kind === "line" || b.kind === "choices") && b.number !== undefined ? [b.number] : [],
  );
  return Math.max(16, ...numbers.map((number) => widthOf(number, "bold", theme.body) + 7));
}

/** A heavy rule and the section's title across the page. */
function titleBar(opening: SectionBlock, area: Area, tag: Tag, gap: number): Piece {
  const { section: size, grid } = area.theme;
  const leading = size * 1.2;
  const set = wrap(strong(opening.title), size, area.right - area.left);
  const height = set.length * leading + grid;
  return {
    height,
    gap,
    keep: true,
    ruled: true,
    paint: (page, top) => {
      hline(page, sheet.left, sheet.right, top, rule.heavy);
      lines(page, tag, set, { size, leading }, { left: area.left, width: 0, top: top + grid / 2 });
      hline(page, sheet.left, sheet.right, top + height, rule.hair);
    },
  };
}

/** A heavy rule, the label and title in the left margin, and the blocks beside them. */
function besideLabel(
  opening: SectionBlock,
  blocks: readonly Content[],
  area: Area,
  heading: Tag,
  tag: Tag,
  gap: number,
): Piece[] {
  const { grid, leading, body, section } = area.theme;
  const width = column.label - 6;
  const spans = strong(opening.title);
  let size = section;
  while (size > 7 && widestWord(spans, size) > width) size -= 0.25;
  const label = wrap(strong(opening.label!), section, width);
  const title = wrap(spans, size, width);
  // The label stands on the baseline of the first words beside it, though its letters are larger.
  const labelTop = grid / 2 - ((section - body) * capHeight) / 2;
  const titleTop = labelTop + label.length * leading + 2.5;
  const titleLeading = size * 1.12;

  const opener: Piece = {
    height: 0,
    gap,
    keep: true,
    ruled: true,
    paint: (page, top) => {
      hline(page, sheet.left, sheet.right, top, rule.heavy);
      const at = { left: sheet.left, width: 0 };
      lines(
        page,
        heading,
        label,
        { size: section, leading, continues: true },
        { ...at, top: top + labelTop },
      );
      lines(page, heading, title, { size, leading: titleLeading }, { ...at, top: top + titleTop });
    },
  };
  const needed = titleTop + title.length * titleLeading + grid / 2;
  return [opener, ...tallEnough(blockPieces(blocks, area, tag, false), needed)];
}

/** Keeps together what stands beside the label, and adds white space when it is shorter than the label. */
function tallEnough(pieces: readonly Piece[], needed: number): Piece[] {
  const result: Piece[] = [];
  let height = 0;
  for (const piece of pieces) {
    height += (piece.gap ?? 0) + piece.height;
    result.push(height < needed ? { ...piece, keep: true } : piece);
  }
  if (height < needed) result.push({ height: needed - height, paint: () => {} });
  return result;
}
