import type { Page } from "./ink.js";

/** A block that is never split between pages. */
export interface Piece {
  readonly height: number;
  /** White space above it, dropped at the top of a page. */
  readonly gap?: number;
  /** Stays on the page of the piece after it. */
  readonly keep?: boolean;
  /** Starts with its own rule, so at the top of a page it is on the rule that is there. */
  readonly ruled?: boolean;
  /** Draws in the left margin, where it must not meet the label of its section. */
  readonly margin?: boolean;
  /** Drawn again above this piece when it opens a page: the header of a table that continues. */
  readonly again?: Piece;
  /** `shift` moves it to the right, into a second column. */
  readonly paint: (page: Page, top: number, shift: number) => void;
}

/** Pieces set in two columns of equal height, read down the left one first. */
export interface Columns {
  readonly columns: readonly Piece[];
  readonly gap: number;
  /** From the left edge of the first column to that of the second. */
  readonly shift: number;
}

export interface Placed {
  readonly piece: Piece;
  readonly top: number;
  readonly shift: number;
}

/** A page's room; the first page has its head block. */
export type Room = (index: number) => { readonly top: number; readonly bottom: number };

/** Puts pieces on pages. Pieces kept together move to the next page together when that page can hold them. */
export function paginate(items: readonly (Piece | Columns)[], room: Room, firstPage: number): Placed[][] {
  const sheets = startSheets(room, firstPage);
  for (const group of groupsOf(items)) {
    const pieces = group.flatMap((item) => ("columns" in item ? [] : [item]));
    // Next to columns, what is kept with them needs room for a few of their lines too.
    const needed = pieces.length < group.length ? 60 : 0;
    const next = room(firstPage + sheets.full.length + 1);
    const fits = (from: number, bottom: number) => heightOf(pieces) + needed <= bottom - from;
    if (sheets.placed.length > 0 && !fits(sheets.y, sheets.area.bottom) && fits(next.top, next.bottom))
      turn(sheets);
    for (const item of group) {
      if ("columns" in item) {
        putColumns(sheets, item);
        continue;
      }
      if (sheets.placed.length > 0 && sheets.y + (item.gap ?? 0) + item.height > sheets.area.bottom)
        turn(sheets);
      put(sheets, item);
    }
  }
  return sheets.placed.length > 0 ? [...sheets.full, sheets.placed] : sheets.full;
}

/** The pages that are full, and the one that is being filled. */
interface Sheets {
  readonly room: Room;
  readonly firstPage: number;
  readonly full: Placed[][];
  placed: Placed[];
  area: ReturnType<Room>;
  /** The lower edge of what was placed last. */
  y: number;
}

function startSheets(room: Room, firstPage: number): Sheets {
  const area = room(firstPage);
  return { room, firstPage, full: [], placed: [], area, y: area.top };
}

function turn(sheets: Sheets): void {
  sheets.full.push(sheets.placed);
  sheets.placed = [];
  sheets.area = sheets.room(sheets.firstPage + sheets.full.length);
  sheets.y = sheets.area.top;
}

function put(sheets: Sheets, piece: Piece): void {
  const { placed, full, area } = sheets;
  if (placed.length === 0 && piece.again !== undefined && full.length > 0) {
    placed.push({ piece: piece.again, top: sheets.y, shift: 0 });
    sheets.y += piece.again.height;
  }
  const top = sheets.y + spaceAbove(piece, placed.length === 0);
  if (top + piece.height > area.bottom) throw tooTall(piece);
  placed.push({ piece, top, shift: 0 });
  sheets.y = top + piece.height;
}

function putColumns(sheets: Sheets, { columns, gap, shift }: Columns): void {
  let groups = groupsOf(columns);
  while (groups.length > 0) {
    const top = sheets.y + (sheets.placed.length === 0 ? topSpace : gap);
    const cut = balanced(groups, sheets.area.bottom - top);
    if (cut.first === 0) {
      const [group, ...others] = groups;
      if (sheets.placed.length > 0) turn(sheets);
      else if (group!.length > 1) groups = [...group!.map((piece) => [piece]), ...others];
      else throw tooTall(group![0]!);
      continue;
    }
    const left = stacked(groups.slice(0, cut.first).flat(), top, 0);
    const second = stacked(groups.slice(cut.first, cut.second).flat(), top, shift);
    sheets.placed.push(...left, ...second);
    sheets.y = Math.max(...[...left, ...second].map((one) => one.top + one.piece.height));
    groups = groups.slice(cut.second);
    if (groups.length > 0) turn(sheets);
  }
}

const topSpace = 5;

/** A block is never split between pages, so one that is higher than a page cannot be drawn. */
function tooTall(piece: Piece): Error {
  return new Error(`A block of ${Math.ceil(piece.height)} points is higher than a page.`);
}

function spaceAbove(piece: Piece, opensPage: boolean): number {
  if (!opensPage) return piece.gap ?? 0;
  return piece.ruled ? 0 : topSpace;
}

/** How many groups go into each of two columns: evenly if they all fit, else as many as fit the height. */
function balanced(groups: readonly (readonly Piece[])[], height: number): { first: number; second: number } {
  const fill = (from: number, limit: number) => {
    let sum = 0;
    for (let to = from; to < groups.length; to += 1) {
      for (const [index, piece] of groups[to]!.entries()) {
        const gap = to === from && index === 0 ? 0 : (piece.gap ?? 0);
        sum = sum + gap + piece.height;
      }
      if (sum > limit) return to;
    }
    return groups.length;
  };
  const full = fill(fill(0, height), height);
  if (full < groups.length) return { first: fill(0, height), second: full };
  for (let limit = 0; ; limit += 2) {
    const first = fill(0, Math.min(limit, height));
    if (fill(first, Math.min(limit, height)) === groups.length) return { first, second: groups.length };
  }
}

function stacked(pieces: readonly Piece[], top: number, shift: number): Placed[] {
  let y = top;
  return pieces.map((piece, index) => {
    const at = y + (index === 0 ? 0 : (piece.gap ?? 0));
    y = at + piece.height;
    return { piece, top: at, shift };
  });
}

function heightOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + (piece.gap ?? 0) + piece.height, 0);
}

function groupsOf<T extends Piece | Columns>(items: readonly T[]): T[][] {
  const groups: T[][] = [];
  let open: T[] = [];
  for (const item of items) {
    open.push(item);
    if ("keep" in item && item.keep) continue;
    groups.push(open);
    open = [];
  }
  if (open.length > 0) groups.push(open);
  return groups;
}
