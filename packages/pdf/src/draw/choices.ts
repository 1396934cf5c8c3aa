import type { ChoicesBlock } from "../layout.js";
import { type Area, withLead } from "./area.js";
import { checkIn, checkSide } from "./fieldbox.js";
import type { Piece } from "./flow.js";
import { baselineOf, leader, lines, type Page, type Tag, tagged } from "./ink.js";
import { type Line, wrap } from "./wrap.js";

const gutter = 6;

export function choicesPieces(block: ChoicesBlock, area: Area, parent: Tag): Piece[] {
  const left = area.words + (block.number === undefined ? 0 : area.numbers);
  const tag = tagged(parent, "Div");
  const short = shortOptions(block, area, left);
  if (short !== undefined) return [besideWords(block, area, tag, left, short)];

  const pieces = block.text === undefined ? [] : [question(block, area, tag, left)];
  return [...pieces, ...optionRows(block, area, tag, left, block.text === undefined)];
}

/** Options like "Yes" and "No" are at the end of their question when they leave the words enough room. */
function shortOptions(block: ChoicesBlock, area: Area, left: number): Line[] | undefined {
  if (block.text === undefined || block.options.length < 2 || block.columns < block.options.length)
    return undefined;
  const sets = block.options.map((option) => wrap(withLead(option.lead, option.text), area.theme.body, 80));
  if (sets.some((set) => set.length !== 1)) return undefined;
  const shown = sets.map((set) => set[0]!);
  return shown.reduce((sum, set) => sum + optionWidth(set), 0) < (area.right - left) * 0.36
    ? shown
    : undefined;
}

function optionWidth(set: Line): number {
  return checkSide + 4 + set.width + gutter * 2;
}

function besideWords(
  block: ChoicesBlock,
  area: Area,
  tag: Tag,
  left: number,
  options: readonly Line[],
): Piece {
  const { body, leading, grid } = area.theme;
  // Boxes of the same question pattern are under each other: the room is counted from the right edge.
  const optionsWidth = options.reduce((sum, set) => sum + optionWidth(set), 0) - gutter;
  const edge = area.right - optionsWidth;
  const set = wrap(withLead(block.lead, block.text!), body, edge - gutter - left);
  const wording = tagged(tag, "P");
  const list = tagged(tag, "L");
  const bodies = options.map(() => tagged(tagged(list, "LI"), "LBody"));
  return {
    height: set.length * leading + grid,
    paint: (page, top) => {
      numbered(page, wording, block, area, top + grid / 2);
      lines(page, wording, set, { size: body, leading }, { left, width: 0, top: top + grid / 2 });
      const lastTop = top + grid / 2 + (set.length - 1) * leading;
      leader(page, left + set.at(-1)!.width, edge, baselineOf(lastTop, leading, body));
      let x = edge + gutter / 2;
      for (const [index, option] of options.entries()) {
        checkIn(page, bodies[index]!, block.options[index]!.field, x, lastTop + leading / 2);
        lines(
          page,
          bodies[index]!,
          [option],
          { size: body, leading },
          { left: x + checkSide + 4, width: 0, top: lastTop },
        );
        x += optionWidth(option);
      }
    },
  };
}

function question(block: ChoicesBlock, area: Area, tag: Tag, left: number): Piece {
  const { body, leading, grid } = area.theme;
  const set = wrap(withLead(block.lead, block.text!), body, area.right - left);
  const own = tagged(tag, "P");
  return {
    height: set.length * leading + grid / 2,
    keep: true,
    paint: (page, top) => {
      numbered(page, own, block, area, top + grid / 2);
      lines(page, own, set, { size: body, leading }, { left, width: 0, top: top + grid / 2 });
    },
  };
}

function optionRows(block: ChoicesBlock, area: Area, tag: Tag, left: number, numberFirst: boolean): Piece[] {
  const { body, leading, grid } = area.theme;
  const number = numberFirst && block.number !== undefined ? tagged(tag, "P") : undefined;
  const list = tagged(tag, "L");
  const columns = Math.min(block.columns, block.options.length);
  const width = (area.right - left - gutter * (columns - 1)) / columns;
  const pieces: Piece[] = [];
  for (let start = 0; start < block.options.length; start += columns) {
    const options = block.options.slice(start, start + columns).map((option, index) => ({
      field: option.field,
      left: left + index * (width + gutter),
      set: wrap(withLead(option.lead, option.text), body, width - checkSide - 5),
      tag: tagged(tagged(list, "LI"), "LBody"),
    }));
    const tallest = Math.max(1, ...options.map((option) => option.set.length));
    const last = start + columns >= block.options.length;
    pieces.push({
      height: tallest * leading + grid / 2 + (last ? grid / 2 : 0),
      // A choice of up to six boxes is read as one thing.
      keep: !last && block.options.length <= 6,
      paint: (page, top) => {
        if (number !== undefined && start === 0) numbered(page, number, block, area, top + grid / 2);
        for (const option of options) {
          checkIn(page, option.tag, option.field, option.left, top + (grid + leading) / 2);
          const at = { left: option.left + checkSide + 5, width: 0, top: top + grid / 2 };
          lines(page, option.tag, option.set, { size: body, leading }, at);
        }
      },
    });
  }
  return pieces;
}

function numbered(page: Page, tag: Tag, block: ChoicesBlock, area: Area, top: number): void {
  if (block.number === undefined) return;
  const { body, leading } = area.theme;
  lines(
    page,
    tag,
    wrap([{ text: block.number, face: "bold" }], body, 200),
    { size: body, leading },
    { left: area.words, width: 0, top },
  );
}
