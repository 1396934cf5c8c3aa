import type { Block, LineBlock, SectionBlock, TextBlock } from "../layout.js";
import { type Area, strong } from "./area.js";
import { choicesPieces } from "./choices.js";
import type { Columns, Piece } from "./flow.js";
import { capHeight, widthOf } from "./fonts.js";
import { hline, lines, type Tag, tagged } from "./ink.js";
import { hasAmount, type InColumn, linePieces } from "./line.js";
import { rowPieces } from "./row.js";
import { signaturePieces } from "./signature.js";
import { tablePieces } from "./table.js";
import { headingPieces, listPieces, textPieces } from "./text.js";
import { column, rule, sheet, type Theme } from "./theme.js";
import { widestWord, wrap } from "./wrap.js";

export type Content = Exclude<Block, { readonly kind: "section" | "pageBreak" }>;

/** A section with what belongs to it; without `opening` the blocks before the first one, or after a page break. */
export interface Section {
  readonly opening?: SectionBlock;
  /** The section these blocks continue with. */
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
  const hasLabel = of?.label !== undefined;
  const left = hasLabel ? sheet.left + column.label : sheet.left;
  const area: Area = {
    theme,
    language,
    left,
    right: sheet.right,
    words: hasLabel ? left + column.inset : left,
    numbers: numbersWidth(blocks, theme),
    ...(hasLabel ? { label: { title: of.title } } : {}),
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
  const { main, notes } = withoutNotes(blocks);
  return main.flatMap((block, index) => {
    const before = main[index - 1];
    const unruled = before === undefined ? open : before.kind !== "row";
    const pieces =
      block.kind === "line"
        ? linePieces(block, notes.get(block) ?? [], area, tag, inColumn(main, index))
        : piecesOf(block, area, tag, unruled);
    return spaced(pieces, block, before, area);
  });
}

/** Small print between two numbered lines belongs to the line above it and does not interrupt their column. */
function withoutNotes(blocks: readonly Content[]) {
  const main: Content[] = [];
  const notes = new Map<Content, TextBlock[]>();
  for (const [index, block] of blocks.entries()) {
    const line = main.at(-1);
    const next = blocks.slice(index).find((other) => !isSmallPrint(other));
    if (isSmallPrint(block) && line?.kind === "line" && next?.kind === "line") {
      notes.set(line, [...(notes.get(line) ?? []), block]);
    } else {
      main.push(block);
    }
  }
  return { main, notes };
}

function isSmallPrint(block: Content): block is TextBlock {
  return block.kind === "text" && block.style === "small";
}

function piecesOf(block: Exclude<Content, LineBlock>, area: Area, tag: Tag, open: boolean): Piece[] {
  switch (block.kind) {
    case "heading":
      return headingPieces(block, area, tag);
    case "text":
      return textPieces(block, area, tag);
    case "list":
      return listPieces(block, area, tag);
    case "row":
      return rowPieces(block, area, tag, open);
    case "choices":
      return choicesPieces(block, area, tag);
    case "table":
      return tablePieces(block, area, tag);
    case "signature":
      return signaturePieces(block, area, tag);
  }
}

/** Text is set off from what is above it; a column of boxes continues the rule of a row. */
function spaced(pieces: Piece[], block: Content, before: Content | undefined, area: Area): Piece[] {
  const [first, ...rest] = pieces;
  if (first === undefined || block.kind === "row" || before === undefined) return pieces;
  if (block.kind === "line" && (before.kind === "line" || before.kind === "row")) return pieces;
  if (block.kind === "choices" && before.kind === "choices") return pieces;
  return [{ ...first, gap: Math.max(first.gap ?? 0, area.theme.grid / 2) }, ...rest];
}

/** The column of boxes runs from the first line with an amount to the last, through the lines between them. */
function inColumn(blocks: readonly Content[], index: number): InColumn {
  const before = linesFrom(blocks, index, -1);
  const after = linesFrom(blocks, index, 1);
  const own = blocks[index] as LineBlock;
  const first = !before.some(hasAmount);
  const inside = hasAmount(own) || (!leavesColumn(own) && !first && after.some(hasAmount));
  const run = [...before, own, ...after].filter(hasAmount);
  return { first, inside, numbered: run.some((line) => line.number !== undefined) };
}

/** The lines next to one, in one direction, as far as the column could reach. */
function linesFrom(blocks: readonly Content[], index: number, step: 1 | -1): LineBlock[] {
  const found: LineBlock[] = [];
  for (let at = index + step; ; at += step) {
    const block = blocks[at];
    if (block?.kind !== "line" || leavesColumn(block)) return found;
    found.push(block);
  }
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

/** A heavy rule, the label and title in the left margin, and the blocks next to them. */
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
  // The label is on the baseline of the first words next to it, though its letters are larger.
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

/** Keeps together what is next to the label, and adds white space when it is shorter than the label. */
function tallEnough(pieces: readonly Piece[], needed: number): Piece[] {
  const result: Piece[] = [];
  let height = 0;
  for (const piece of pieces) {
    const gap = Math.max(piece.gap ?? 0, piece.margin ? needed - height : 0);
    height += gap + piece.height;
    result.push({ ...piece, gap, ...(height < needed ? { keep: true } : {}) });
  }
  if (height < needed) result.push({ height: needed - height, paint: () => {} });
  return result;
}
