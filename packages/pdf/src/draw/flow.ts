import type { Page } from "./ink.js";

/** Something that stands on one page as a whole. */
export interface Piece {
  readonly height: number;
  /** White space above it, dropped at the top of a page. */
  readonly gap?: number;
  /** Stays on the page of the piece after it. */
  readonly keep?: boolean;
  /** Begins with a rule of its own, so at the top of a page it stands on the rule that is there. */
  readonly ruled?: boolean;
  /** Draws in the left margin, where it must not meet the label of its section. */
  readonly margin?: boolean;
  /** Drawn again above this piece when it opens a page: the header of a table that goes on. */
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
  const pages: Placed[][] = [];
  let placed: Placed[] = [];
  let area = room(firstPage);
  let y = area.top;

  const turn = () => {
    pages.push(placed);
    placed = [];
    area = room(firstPage + pages.length);
    y = area.top;
  };
  const put = (piece: Piece) => {
    if (placed.length === 0 && piece.again !== undefined && pages.length > 0) {
      placed.push({ piece: piece.again, top: y, shift: 0 });
      y += piece.again.height;
    }
    const top = y + spaceAbove(piece, placed.length === 0);
    if (top + piece.height > area.bottom) throw tooTall(piece);
    placed.push({ piece, top, shift: 0 });
    y = top + piece.height;
  };
  const putColumns = ({ columns, gap, shift }: Columns) => {
    let groups = groupsOf(columns);
    while (groups.length > 0) {
      const top = y + (placed.length === 0 ? topSpace : gap);
      const cut = balanced(groups, area.bottom - top);
      if (cut.first === 0) {
        const [group, ...others] = groups;
        if (placed.length > 0) turn();
        else if (group!.length > 1) groups = [...group!.map((piece) => [piece]), ...others];
        else throw tooTall(group![0]!);
        continue;
      }
      const left = stacked(groups.slice(0, cut.first).flat(), top, 0);
      const second = stacked(groups.slice(cut.first, cut.second).flat(), top, shift);
      placed.push(...left, ...second);
      y = Math.max(...[...left, ...second].map((one) => one.top + one.piece.height));
      groups = groups.slice(cut.second);
      if (groups.length > 0) turn();
    }
  };

  for (const group of groupsOf(items)) {
    const pieces = group.flatMap((item) => ("columns" in item ? [] : [item]));
    // Beside columns, what is kept with them needs room for a few of their lines too.
    const needed = pieces.length < group.length ? 60 : 0;
    const next = room(firstPage + pages.length + 1);
    const fits = (from: number, bottom: number) => heightOf(pieces) + needed <= bottom - from;
    if (placed.length > 0 && !fits(y, area.bottom) && fits(next.top, next.bottom)) turn();
    for (const item of group) {
      if ("columns" in item) {
        putColumns(item);
        continue;
      }
      if (placed.length > 0 && y + (item.gap ?? 0) + item.height > area.bottom) turn();
      put(item);
    }
  }
  if (placed.length > 0) pages.push(placed);
  return pages;
}

const topSpace = 5;

/** Nothing is ever cut at the bottom of a page, so what no page can hold cannot be drawn. */
function tooTall(piece: Piece): Error {
  return new Error(`A block of ${Math.ceil(piece.height)} points is higher than a page.`);
}

function spaceAbove(piece: Piece, opensPage: boolean): number {
  if (!opensPage) return piece.gap ?? 0;
  return piece.ruled ? 0 : topSpace;
}

/** How many groups go into each of two columns: evenly if they all fit, else as many as the height holds. */
function balanced(groups: readonly (readonly Piece[])[], height: number): { first: number; second: number } {
  const fill = (from: number, limit: number) => {
    let to = from;
    while (to < groups.length && heightOf(groups.slice(from, to + 1).flat(), true) <= limit) to += 1;
    return to;
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

function heightOf(pieces: readonly Piece[], opens = false): number {
  return pieces.reduce(
    (sum, piece, index) => sum + (opens && index === 0 ? 0 : (piece.gap ?? 0)) + piece.height,
    0,
  );
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
