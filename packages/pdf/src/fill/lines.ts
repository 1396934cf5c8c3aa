import { ascent, descent } from "../font/opening.js";
import type { Slot } from "../template.js";
import { lineEnd, type Units } from "./units.js";

/** Where the parts of a value go. Reused from value to value. */
export interface Lines {
  size: number;
  count: number;
  /** First unit and the one after the last, spaces at the ends left out. */
  starts: Uint32Array;
  ends: Uint32Array;
}

export function createLines(): Lines {
  return { size: 0, count: 0, starts: new Uint32Array(64), ends: new Uint32Array(64) };
}

export const leading = 1.16;

/** Distance kept from the sides of the box. */
export function paddingOf(slot: Slot): number {
  return slot.rect.width < 24 ? 1 : 2;
}

/** Height a line needs from the foot of its p to the top of its d, as a part of the size. */
export const lineHeight = (ascent + descent) / 1000;

/**
 * Finds the largest size, from the slot's down to its floor, at which the value fits, and where its lines break.
 * Returns 0 when it fits, else how many letters would have.
 */
export function fitLines(lines: Lines, units: Units, slot: Slot): number {
  if (slot.kind === "text" && !units.lines) return fitLine(lines, units, slot);
  if (slot.kind === "comb") return fitComb(lines, units, slot);
  let limit = 0;
  for (let size = largestSize(slot); size >= slot.floor; size = nextSize(size, slot.floor)) {
    limit = breakLines(lines, units, slot, size);
    if (limit === 0) return 0;
  }
  return limit;
}

/** A field lower than its letters would print over its own border. */
export function largestSize(slot: Slot): number {
  return Math.max(slot.floor, Math.min(slot.fontSize, halfStep(slot.rect.height / lineHeight)));
}

function nextSize(size: number, floor: number): number {
  return size > floor ? Math.max(floor, size - 0.5) : 0;
}

function halfStep(size: number): number {
  return Math.floor(size * 2) / 2;
}

function fitLine(lines: Lines, units: Units, slot: Slot): number {
  const room = (slot.rect.width - 2 * paddingOf(slot)) * 1000;
  const { width, count } = units;
  const largest = largestSize(slot);
  let { floor: size } = slot;
  if (width * largest <= room) size = largest;
  else if (width * size <= room) size = Math.max(size, halfStep(room / width));
  else return lettersWithin(units, room / size);
  lines.size = size;
  lines.count = 1;
  lines.starts[0] = 0;
  lines.ends[0] = count;
  return 0;
}

function fitComb(lines: Lines, units: Units, slot: Slot): number {
  const cells = slot.cells ?? 1;
  if (units.count > cells) return cells;
  const cell = (slot.rect.width / cells) * 1000;
  let widest = 0;
  for (let index = 0; index < units.count; index += 1) widest = Math.max(widest, units.advances[index]!);
  const largest = largestSize(slot);
  lines.size = widest * largest <= cell ? largest : halfStep(cell / widest);
  lines.count = 1;
  lines.starts[0] = 0;
  lines.ends[0] = units.count;
  return 0;
}

function breakLines(lines: Lines, units: Units, slot: Slot, size: number): number {
  const room = ((slot.rect.width - 2 * paddingOf(slot)) * 1000) / size;
  const rows = Math.max(1, Math.floor((slot.rect.height / size - lineHeight) / leading + 1));
  const { codes, advances, spaces, count } = units;
  lines.size = size;
  lines.count = 0;
  let start = 0;
  while (start < count || (count === 0 && lines.count === 0)) {
    while (start < count && spaces[start] === 1) start += 1;
    let width = 0;
    let at = start;
    let lastSpace = -1;
    while (at < count && codes[at] !== lineEnd && width + advances[at]! <= room) {
      if (spaces[at] === 1) lastSpace = at;
      width += advances[at]!;
      at += 1;
    }
    const full = at < count && codes[at] !== lineEnd;
    let next = at < count ? at + 1 : at;
    if (full && spaces[at] !== 1) {
      // A word longer than the line is broken where it must be; any other at the space before it.
      if (lastSpace > start) at = lastSpace;
      else if (at === start) return Math.max(1, start);
      next = at;
    }
    if (lines.count === rows) return Math.max(1, start);
    pushLine(lines, start, at, units);
    start = next;
  }
  return 0;
}

function pushLine(lines: Lines, start: number, end: number, units: Units): void {
  if (lines.count === lines.starts.length) {
    const double = (array: Uint32Array): Uint32Array => {
      const larger = new Uint32Array(array.length * 2);
      larger.set(array);
      return larger;
    };
    lines.starts = double(lines.starts);
    lines.ends = double(lines.ends);
  }
  let trimmed = end;
  while (trimmed > start && units.spaces[trimmed - 1] === 1) trimmed -= 1;
  lines.starts[lines.count] = start;
  lines.ends[lines.count] = trimmed;
  lines.count += 1;
}

function lettersWithin(units: Units, room: number): number {
  let width = 0;
  let count = 0;
  while (count < units.count && width + units.advances[count]! <= room) {
    width += units.advances[count]!;
    count += 1;
  }
  return Math.max(1, count);
}
