import type { FormLayout, Head } from "../layout.js";
import { plain, strong } from "./area.js";
import { widthOf } from "./fonts.js";
import { hline, lines, type Page, right, type Tag, tagged, vline, words } from "./ink.js";
import { rule, sheet } from "./theme.js";
import { wrap, wrapBalanced } from "./wrap.js";

export interface HeadBlock {
  /** Where the body of the page begins: the rule under the head. */
  readonly bottom: number;
  readonly paint: (page: Page) => void;
}

/** Form number and agency at the left, title in the middle, tax year at the right. */
export function headBlock(head: Head, document: Tag): HeadBlock {
  const leftEdge = sheet.left + 116;
  const rightEdge = head.year === undefined ? sheet.right : sheet.right - 84;
  const middle = { left: leftEdge + 8, width: rightEdge - leftEdge - 16 };

  const small = 7;
  const smallLeading = 8.5;
  const kindWidth = widthOf(head.kind, "regular", small) + 4;
  const numberSize = Math.min(27, (leftEdge - sheet.left - kindWidth - 6) / widthOf(head.number, "bold", 1));
  const agency = wrap(plain(head.agency), small, leftEdge - sheet.left - 6);
  const revision = wrap(plain(head.revision), small, leftEdge - sheet.left - 6);
  const titleSize = titleSizeOf(head.title, middle.width);
  const title = wrapBalanced(strong(head.title), titleSize, middle.width);
  const instruction =
    head.instruction === undefined ? [] : wrapBalanced(strong(head.instruction), 8, middle.width);

  const top = sheet.top;
  const leftHeight = 26 + 3 + (agency.length + revision.length) * smallLeading + 3;
  const middleHeight =
    2 + title.length * titleSize * 1.15 + (instruction.length > 0 ? 4 + instruction.length * 10.5 : 0) + 5;
  const height = Math.max(leftHeight, middleHeight, 50);
  const bottom = top + height;

  const markingTag = head.marking === undefined ? undefined : tagged(document, "P");
  const identity = tagged(document, "P");
  const titleTag = tagged(document, "H1");
  const instructionTag = instruction.length > 0 ? tagged(document, "P") : undefined;
  const yearTag = head.year === undefined ? undefined : tagged(document, "P");

  return {
    bottom,
    paint: (page) => {
      if (markingTag !== undefined) {
        const size = Math.min(9.5, (sheet.right - sheet.left) / widthOf(head.marking!, "bold", 1));
        const x = (sheet.width - widthOf(head.marking!, "bold", size)) / 2;
        words(page, markingTag, "bold", size, x, sheet.top - 10, head.marking!);
      }
      const baseline = top + 21;
      words(page, identity, "regular", small, sheet.left, baseline, `${head.kind} `);
      words(page, identity, "bold", numberSize, sheet.left + kindWidth, baseline, `${head.number} `);
      const lower = bottom - 3 - (agency.length + revision.length) * smallLeading;
      const setting = { size: small, leading: smallLeading };
      lines(
        page,
        identity,
        agency,
        { ...setting, continues: true },
        { left: sheet.left, width: 0, top: lower },
      );
      lines(page, identity, revision, setting, {
        left: sheet.left,
        width: 0,
        top: lower + agency.length * smallLeading,
      });

      const titleTop = top + Math.max(0, (height - middleHeight) / 2 - 2) + 1;
      lines(
        page,
        titleTag,
        title,
        { size: titleSize, leading: titleSize * 1.15, align: "center" },
        { ...middle, top: titleTop },
      );
      if (instructionTag !== undefined) {
        const from = titleTop + title.length * titleSize * 1.15 + 4;
        lines(
          page,
          instructionTag,
          instruction,
          { size: 8, leading: 10.5, align: "center" },
          { ...middle, top: from },
        );
      }
      vline(page, leftEdge, top, bottom, rule.medium);
      if (yearTag !== undefined) {
        vline(page, rightEdge, top, bottom, rule.medium);
        const size = Math.min(30, (sheet.right - rightEdge - 8) / widthOf(head.year!, "bold", 1));
        const x = (rightEdge + sheet.right - widthOf(head.year!, "bold", size)) / 2;
        words(page, yearTag, "bold", size, x, top + (height + size * 0.718) / 2, head.year!);
      }
      hline(page, sheet.left, sheet.right, bottom, rule.heavy);
    },
  };
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
  // A long title is set smaller rather than cut: it is the only name on this page.
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
