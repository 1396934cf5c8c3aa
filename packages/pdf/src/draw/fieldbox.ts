import type { Field } from "../layout.js";
import { type Box, frame, type Page, place, type Tag, vline } from "./ink.js";
import { rule, type Theme } from "./theme.js";

/** Side of a check box. */
export const checkSide = 9;

const combPitch = 18;

/** Draws what a field needs on the paper inside `box` and places the field there. */
export function fieldIn(page: Page, tag: Tag, field: Field, box: Box, theme: Theme): void {
  if (field.kind === "check") checkIn(page, tag, field, box.left, (box.top + box.bottom) / 2);
  else if (field.kind === "comb") combIn(page, tag, field, box, theme);
  else place(page, tag, field, box, field.kind === "multiline" ? theme.body : theme.body + 0.5);
}

/** Cells as wide as the box allows up to a limit, divided by ticks that rise from the line to write on. */
function combIn(page: Page, tag: Tag, field: Field, box: Box, theme: Theme): void {
  const cells = cellsOf(field);
  const pitch = Math.min(combPitch, (box.right - box.left) / cells);
  const left = field.align === "right" ? box.right - pitch * cells : box.left;
  for (let cell = 1; cell < cells; cell += 1) {
    vline(page, left + cell * pitch, box.bottom - 5, box.bottom, rule.hair);
  }
  if (left > box.left) vline(page, left, box.top, box.bottom, rule.hair);
  if (left + pitch * cells < box.right) vline(page, left + pitch * cells, box.top, box.bottom, rule.hair);
  place(page, tag, field, { ...box, left, right: left + pitch * cells }, theme.body + 0.5);
}

/** A check box whose left edge is at `left`, centered on `middle`. */
export function checkIn(page: Page, tag: Tag, field: Field, left: number, middle: number): void {
  const box = {
    left,
    top: middle - checkSide / 2,
    right: left + checkSide,
    bottom: middle + checkSide / 2,
  };
  frame(page, box, 0.75);
  place(page, tag, field, box, 0);
}

export function combWidth(field: Field): number {
  return field.kind === "comb" ? cellsOf(field) * 13 : 0;
}

function cellsOf(field: Field): number {
  if (field.cells === undefined)
    throw new Error(`The comb field "${field.name}" does not say how many cells it has.`);
  return field.cells;
}

/** Height of a field's box: one line, or as many as a multi-line field requests. */
export function fieldHeight(field: Field, theme: Theme): number {
  if (field.kind !== "multiline") return theme.body + 5;
  return (field.lines ?? 2) * (theme.body * 1.2) + 4;
}
