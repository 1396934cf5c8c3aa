import type { FormLayout } from "../layout.js";
import { plain } from "./area.js";
import { baselineOf, hline, lines, type Page, right, words } from "./ink.js";
import { rule, sheet } from "./theme.js";
import { wrap } from "./wrap.js";

const size = 7;
const leading = 8.5;
const sentenceWidth = sheet.right - sheet.left - 90;

/** Upper edge of the footer. */
export function footTop(layout: FormLayout): number {
  return sheet.bottom - footLines(layout).length * leading - 3;
}

/** The sentence that says what this paper is, and the page's number. */
export function paintFoot(page: Page, layout: FormLayout, number: number, total: number): void {
  const top = footTop(layout);
  hline(page, sheet.left, sheet.right, top, rule.medium);
  lines(page, "artifact", footLines(layout), { size, leading }, { left: sheet.left, width: 0, top: top + 3 });
  const text = layout.pageNumber.replaceAll("{n}", String(number)).replaceAll("{total}", String(total));
  words(
    page,
    "artifact",
    "bold",
    size,
    right(text, "bold", size, sheet.right),
    baselineOf(top + 3, leading, size),
    text,
  );
}

function footLines(layout: FormLayout) {
  return wrap(plain(layout.footer), size, sentenceWidth);
}
