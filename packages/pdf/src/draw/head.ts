import type { FormLayout, Head } from "../layout.js";
import { plain, strong } from "./area.js";
import { capHeight, widthOf } from "./fonts.js";
import { hline, lines, type Page, right, type Tag, tagged, vline, words } from "./ink.js";
import { rule, sheet } from "./theme.js";
import { wrap, wrapBalanced } from "./wrap.js";

export interface HeadBlock {
  /** Where the body of the page starts: the rule under the head. */
  readonly bottom: number;
  readonly paint: (page: Page) => void;
}

/** Form number and agency at the left, title in the middle, tax year at the right. */
export function headBlock(head: Head, document: Tag): HeadBlock {
  const measured = measure(head);
  const { bottom, leftEdge } = measured;
  // In reading order.
  const markingTag = head.marking === undefined ? undefined : tagged(document, "P");
  const identity = tagged(document, "P");
  const titleTag = tagged(document, "H1");
  const instructionTag = measured.instruction.length > 0 ? tagged(document, "P") : undefined;
  const yearTag = head.year === undefined ? undefined : tagged(document, "P");
  return {
    bottom,
    paint: (page) => {
      if (markingTag !== undefined) paintMarking(page, markingTag, head.marking!);
      paintIdentity(page, identity, head, measured);
      paintTitle(page, titleTag, instructionTag, measured);
      vline(page, leftEdge, sheet.top, bottom, rule.medium);
      if (yearTag !== undefined) paintYear(page, yearTag, head.year!, measured);
      hline(page, sheet.left, sheet.right, bottom, rule.heavy);
    },
  };
}

const small = { size: 7, leading: 8.5 } as const;
const instructed = { size: 8, leading: 10.5 } as const;

interface MeasuredHead {
  /** The rules between the left, middle and right parts. */
  readonly leftEdge: number;
  readonly rightEdge: number;
  readonly middle: { readonly left: number; readonly width: number };
  readonly kindWidth: number;
  readonly numberSize: number;
  readonly agency: ReturnType<typeof wrap>;
  readonly revision: ReturnType<typeof wrap>;
  readonly titleSize: number;
  readonly title: ReturnType<typeof wrapBalanced>;
  readonly instruction: ReturnType<typeof wrapBalanced>;
  readonly middleHeight: number;
  readonly height: number;
  readonly bottom: number;
}

function measure(head: Head): MeasuredHead {
  const leftEdge = sheet.left + 116;
  const rightEdge = head.year === undefined ? sheet.right : sheet.right - 84;
  const middle = { left: leftEdge + 8, width: rightEdge - leftEdge - 16 };
  const kindWidth = widthOf(head.kind, "regular", small.size) + 4;
  const numberSize = Math.min(27, (leftEdge - sheet.left - kindWidth - 6) / widthOf(head.number, "bold", 1));
  const agency = wrap(plain(head.agency), small.size, leftEdge - sheet.left - 6);
  const revision = wrap(plain(head.revision), small.size, leftEdge - sheet.left - 6);
  const titleSize = titleSizeOf(head.title, middle.width);
  const title = wrapBalanced(strong(head.title), titleSize, middle.width);
  const instruction =
    head.instruction === undefined
      ? []
      : wrapBalanced(strong(head.instruction), instructed.size, middle.width);
  const leftHeight = 26 + 3 + (agency.length + revision.length) * small.leading + 3;
  const below = instruction.length > 0 ? 4 + instruction.length * instructed.leading : 0;
  const middleHeight = 2 + title.length * titleSize * 1.15 + below + 5;
  const height = Math.max(leftHeight, middleHeight, 50);
  return {
    ...{ leftEdge, rightEdge, middle, kindWidth, numberSize, agency, revision },
    ...{ titleSize, title, instruction, middleHeight, height, bottom: sheet.top + height },
  };
}

function paintMarking(page: Page, tag: Tag, marking: string): void {
  const size = Math.min(9.5, (sheet.right - sheet.left) / widthOf(marking, "bold", 1));
  const x = (sheet.width - widthOf(marking, "bold", size)) / 2;
  words(page, tag, "bold", size, x, sheet.top - 10, marking);
}

function paintIdentity(page: Page, tag: Tag, head: Head, measured: MeasuredHead): void {
  const { agency, revision, bottom, kindWidth, numberSize } = measured;
  const baseline = sheet.top + 21;
  words(page, tag, "regular", small.size, sheet.left, baseline, `${head.kind} `);
  words(page, tag, "bold", numberSize, sheet.left + kindWidth, baseline, `${head.number} `);
  const lower = bottom - 3 - (agency.length + revision.length) * small.leading;
  const at = { left: sheet.left, width: 0 };
  lines(page, tag, agency, { ...small, continues: true }, { ...at, top: lower });
  lines(page, tag, revision, small, { ...at, top: lower + agency.length * small.leading });
}

function paintTitle(
  page: Page,
  titleTag: Tag,
  instructionTag: Tag | undefined,
  { middle, title, titleSize, instruction, height, middleHeight }: MeasuredHead,
): void {
  const top = sheet.top + Math.max(0, (height - middleHeight) / 2 - 2) + 1;
  const leading = titleSize * 1.15;
  lines(page, titleTag, title, { size: titleSize, leading, align: "center" }, { ...middle, top });
  if (instructionTag === undefined) return;
  const from = top + title.length * titleSize * 1.15 + 4;
  lines(page, instructionTag, instruction, { ...instructed, align: "center" }, { ...middle, top: from });
}

function paintYear(page: Page, tag: Tag, year: string, { rightEdge, height, bottom }: MeasuredHead): void {
  vline(page, rightEdge, sheet.top, bottom, rule.medium);
  const size = Math.min(30, (sheet.right - rightEdge - 8) / widthOf(year, "bold", 1));
  const x = (rightEdge + sheet.right - widthOf(year, "bold", size)) / 2;
  words(page, tag, "bold", size, x, sheet.top + (height + size * capHeight) / 2, year);
}

function titleSizeOf(title: string, width: number): number {
  for (const size of [16, 15, 14, 13]) if (widthOf(title, "bold", size) <= width) return size;
  return 13;
}

/** The line on top of every following page. */
export const runningHead = { bottom: sheet.top + 16 } as const;

export function paintRunningHead(page: Page, layout: FormLayout): void {
  const { head } = layout;
  const baseline = sheet.top + 10;
  const kind = `${head.kind} `;
  words(page, "artifact", "regular", 7.5, sheet.left, baseline, kind);
  const numberAt = sheet.left + widthOf(kind, "regular", 7.5);
  words(page, "artifact", "bold", 9, numberAt, baseline, head.number);
  const suffix = head.year === undefined ? head.revision : `(${head.year})`;
  const suffixAt = numberAt + widthOf(`${head.number} `, "bold", 9);
  words(page, "artifact", "regular", 7.5, suffixAt, baseline, suffix);
  // A long title is set smaller rather than truncated: it is the only name on this page.
  const room = sheet.right - suffixAt - widthOf(suffix, "regular", 7.5) - 12;
  const size = Math.min(7.5, (7.5 * room) / widthOf(head.title, "regular", 7.5));
  words(
    page,
    "artifact",
    "regular",
    size,
    right(head.title, "regular", size, sheet.right),
    baseline,
    head.title,
  );
  hline(page, sheet.left, sheet.right, runningHead.bottom, rule.heavy);
}
