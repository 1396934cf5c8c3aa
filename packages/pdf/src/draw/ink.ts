import type { Field } from "../layout.js";
import { capHeight, type Face, widthOf, winAnsi } from "./fonts.js";
import { sheet } from "./theme.js";
import type { Line } from "./wrap.js";

/** One element of the structure tree: what a screen reader walks. */
export interface Tag {
  readonly role: Role;
  readonly kids: (Tag | Mark | Widget)[];
  /** Of a table's header cell. */
  readonly scope?: "Column" | "Row";
  readonly columns?: number;
  readonly rows?: number;
}

export type Role =
  | "Document"
  | "Sect"
  | "Div"
  | "H1"
  | "H2"
  | "H3"
  | "P"
  | "L"
  | "LI"
  | "Lbl"
  | "LBody"
  | "Table"
  | "Caption"
  | "TR"
  | "TH"
  | "TD"
  | "Form";

/** Words on a page that belong to a tag. */
export interface Mark {
  readonly page: Page;
  readonly mcid: number;
}

/** A field's place on a page. */
export interface Widget {
  readonly page: Page;
  readonly field: Field;
  readonly box: Box;
  readonly size: number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What has been drawn on a page: operators of the content stream, and the tags its words belong to. */
export interface Page {
  readonly shades: string[];
  readonly shapes: string[];
  readonly words: string[];
  readonly marks: Tag[];
  readonly widgets: { readonly widget: Widget; readonly tag: Tag }[];
}

export function blankPage(): Page {
  return { shades: [], shapes: [], words: [], marks: [], widgets: [] };
}

/** A new element below `parent`, in reading order. */
export function tagged(parent: Tag, role: Role, more: Pick<Tag, "scope" | "columns" | "rows"> = {}): Tag {
  const tag: Tag = { role, kids: [], ...more };
  parent.kids.push(tag);
  return tag;
}

/** Words at a place; `tag` says what they are, or that they are page furniture no reader should speak. */
export function words(
  page: Page,
  tag: Tag | "artifact",
  face: Face,
  size: number,
  left: number,
  baseline: number,
  text: string,
): void {
  mark(page, tag, [show(face, size, left, baseline, text)]);
}

export interface Setting {
  readonly size: number;
  readonly leading: number;
  readonly align?: "left" | "center";
  /** More lines of the same paragraph follow elsewhere. */
  readonly continues?: boolean;
}

/** Wrapped lines from `top` down, one marked sequence for all of them. */
export function lines(
  page: Page,
  tag: Tag | "artifact",
  set: readonly Line[],
  setting: Setting,
  area: { readonly left: number; readonly width: number; readonly top: number },
): void {
  const operators: string[] = [];
  for (const [index, line] of set.entries()) {
    const indent = setting.align === "center" ? (area.width - line.width) / 2 : 0;
    const baseline = baselineOf(area.top + index * setting.leading, setting.leading, setting.size);
    for (const [position, run] of line.runs.entries()) {
      // The space a line was broken at stays in the text, so that the words do not run together when read out.
      const ends =
        position === line.runs.length - 1 &&
        (index < set.length - 1 || setting.continues) &&
        !run.text.endsWith("-");
      const text = ends ? `${run.text} ` : run.text;
      operators.push(show(run.face, setting.size, area.left + indent + run.x, baseline, text));
    }
  }
  if (operators.length > 0) mark(page, tag, operators);
}

/** Baseline of words whose capitals are in the middle of a line that starts at `top`. */
export function baselineOf(top: number, leading: number, size: number): number {
  return top + (leading + size * capHeight) / 2;
}

export function right(text: string, face: Face, size: number, edge: number): number {
  return edge - widthOf(text, face, size);
}

export function hline(page: Page, left: number, to: number, y: number, weight: number): void {
  page.shapes.push(`${n(weight)} w ${n(left)} ${up(y)} m ${n(to)} ${up(y)} l S`);
}

export function vline(page: Page, x: number, top: number, bottom: number, weight: number, gray = 0): void {
  const line = `${n(weight)} w ${n(x)} ${up(top)} m ${n(x)} ${up(bottom)} l S`;
  page.shapes.push(gray === 0 ? line : `${n(gray)} G ${line} 0 G`);
}

export function frame(page: Page, box: Box, weight: number): void {
  page.shapes.push(`${n(weight)} w ${rectangle(box)} re S`);
}

export function shade(page: Page, box: Box, gray: number): void {
  page.shades.push(`${n(gray)} g ${rectangle(box)} re f`);
}

export function polygon(page: Page, points: readonly (readonly [number, number])[]): void {
  const path = points.map(([x, y], index) => `${n(x)} ${up(y)} ${index === 0 ? "m" : "l"}`).join(" ");
  page.shapes.push(`${path} f`);
}

/** Dots from the words to their box, on one raster for the whole page so that they are under each other. */
export function leader(page: Page, from: number, to: number, baseline: number): void {
  const pitch = 7.5;
  const first = Math.ceil((from + 3) / pitch) * pitch;
  const last = Math.floor((to - 4) / pitch) * pitch;
  if (last - first < pitch) return;
  page.shapes.push(
    `q 1 J 0.9 w [0 ${pitch}] 0 d ${n(first)} ${up(baseline - 0.4)} m ${n(last + 0.1)} ${up(baseline - 0.4)} l S Q`,
  );
}

/** Places a field and its Form element below `parent`. */
export function place(page: Page, parent: Tag, field: Field, box: Box, size: number): void {
  const tag = tagged(parent, "Form");
  const widget: Widget = { page, field, box, size };
  tag.kids.push(widget);
  page.widgets.push({ widget, tag });
}

/** A number as PDF writes it: up to two decimals, no exponent. */
export function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** A distance from the top of the page, as PDF counts it from the bottom. */
export function up(y: number): string {
  return n(sheet.height - y);
}

function rectangle(box: Box): string {
  return `${n(box.left)} ${up(box.bottom)} ${n(box.right - box.left)} ${n(box.bottom - box.top)}`;
}

function mark(page: Page, tag: Tag | "artifact", operators: readonly string[]): void {
  if (tag === "artifact") {
    page.words.push("/Artifact BMC", ...operators, "EMC");
    return;
  }
  const mcid = page.marks.length;
  page.marks.push(tag);
  tag.kids.push({ page, mcid });
  page.words.push(`/${tag.role}<</MCID ${mcid}>>BDC`, ...operators, "EMC");
}

function show(face: Face, size: number, left: number, baseline: number, text: string): string {
  const literal = winAnsi(text).replace(/[\\()]/g, "\\$&");
  return `BT /${face === "bold" ? "B" : "R"} ${n(size)} Tf ${n(left)} ${up(baseline)} Td (${literal}) Tj ET`;
}
