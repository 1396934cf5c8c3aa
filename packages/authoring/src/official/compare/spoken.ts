import type { Rect } from "@withholding-forms/pdf";
import type { AgencySurvey, PageWord } from "@withholding-forms/pdf/build";

/** A word of a page. */
export interface Spoken {
  /** For comparing: without what only the typesetting decides. */
  readonly text: string;
  readonly shown: string;
  /** From 0. */
  readonly page: number;
  readonly line: number;
  readonly rect: Rect;
}

/** The words of all pages, without dots that lead to a box and with words whole that a line end divides. */
export function spokenWords({ pages }: Pick<AgencySurvey, "pages">): Spoken[] {
  const words: Spoken[] = [];
  let line = 0;
  pages.forEach(({ words: all }, page) => {
    all.forEach((word, index) => {
      if (!isSameLine(all[index - 1], word)) line += 1;
      const shown = word.text.replace(/[._\u2026]{2,}/g, "");
      const text = shown
        .normalize("NFKC")
        .replace(/[\u2018\u2019]/g, "'")
        .replace(/[\u201c\u201d]/g, '"')
        // The dash of "$10,000 - 19,999" is a separate word or not, as the columns of a table are set.
        .replace(/(?<=\d)[-\u2013]$/, "");
      if (!/[\p{L}\p{N}$%]/u.test(text)) return;
      const last = words.at(-1);
      if (
        last !== undefined &&
        last.page === page &&
        /\p{Ll}-$/u.test(last.text) &&
        isLineStart(word, all) &&
        /^\p{Ll}/u.test(text)
      )
        words[words.length - 1] = {
          ...last,
          text: last.text.slice(0, -1) + text,
          shown: last.shown.slice(0, -1) + shown,
        };
      else words.push({ text, shown, page, line, rect: word.rect });
    });
  });
  return words;
}

function isSameLine(before: PageWord | undefined, word: PageWord): boolean {
  if (before === undefined) return false;
  const middle = word.rect.y + word.rect.height / 2;
  return middle > before.rect.y - 2 && middle < before.rect.y + before.rect.height + 2;
}

function isLineStart(word: PageWord, all: readonly PageWord[]): boolean {
  const before = all[all.indexOf(word) - 1];
  return before !== undefined && word.rect.x < before.rect.x;
}
