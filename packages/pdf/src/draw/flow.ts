import type { Page } from "./ink.js";

/** Something that stands on one page as a whole. */
export interface Piece {
  readonly height: number;
  /** White space above it, dropped at the top of a page. */
  readonly gap?: number;
  /** Stays on the page of the piece after it. */
  readonly keep?: boolean;
  /** Drawn again above this piece when it opens a page: the header of a table that goes on. */
  readonly again?: Piece;
  readonly paint: (page: Page, top: number) => void;
}

export interface Placed {
  readonly piece: Piece;
  readonly top: number;
}

/** A page's room, from `top` to `bottom`; the first page has its head block. */
export type Room = (index: number) => { readonly top: number; readonly bottom: number };

/** Puts pieces on pages. Pieces kept together move to the next page together when that page can hold them. */
export function paginate(pieces: readonly Piece[], room: Room, firstPage: number): Placed[][] {
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
      placed.push({ piece: piece.again, top: y });
      y += piece.again.height;
    }
    const top = placed.length === 0 ? y : y + (piece.gap ?? 0);
    placed.push({ piece, top });
    y = top + piece.height;
  };

  for (const group of groupsOf(pieces)) {
    const next = room(firstPage + pages.length + 1);
    if (placed.length > 0 && !fits(group, y, area.bottom)) {
      if (fits(group, next.top, next.bottom)) turn();
    }
    for (const piece of group) {
      if (placed.length > 0 && y + (piece.gap ?? 0) + piece.height > area.bottom) turn();
      put(piece);
    }
  }
  if (placed.length > 0) pages.push(placed);
  return pages;
}

function groupsOf(pieces: readonly Piece[]): Piece[][] {
  const groups: Piece[][] = [];
  let open: Piece[] = [];
  for (const piece of pieces) {
    open.push(piece);
    if (piece.keep) continue;
    groups.push(open);
    open = [];
  }
  if (open.length > 0) groups.push(open);
  return groups;
}

function fits(group: readonly Piece[], from: number, bottom: number): boolean {
  return group.reduce((y, piece) => y + (piece.gap ?? 0) + piece.height, from) <= bottom;
}
