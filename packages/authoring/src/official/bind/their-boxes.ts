import type { Rect } from "@withholding-forms/pdf";
import type { AgencyField, AgencySurvey, PageWord } from "@withholding-forms/pdf/build";
import { lineNumber } from "./line-number.js";

/** A field of the agency's file with the words that are printed around it. */
export interface TheirBox {
  readonly field: AgencyField;
  /** Words in the places where forms have them, nearest first. */
  readonly near: Readonly<Record<Side, string>>;
  /** The line's number, as printed next to the box or as part of the field's name. */
  readonly numbers: ReadonlySet<string>;
  /** Another box follows in the same row. */
  readonly followed: boolean;
}

export type Side = "above" | "left" | "right" | "lead" | "below" | "inside" | "head" | "row";

/** One per field, in the order of reading. A field with several boxes is judged by its first. */
export function theirBoxes({ pages, fields }: AgencySurvey): TheirBox[] {
  const seen = new Set<string>();
  const first = readingOrder(fields).filter(({ name, shows }) => {
    const fresh = !seen.has(name) && shows === undefined;
    seen.add(name);
    return fresh;
  });
  return first.map((field) => {
    const others = fields.filter((other) => other.page === field.page && other !== field);
    const words = pages[field.page]?.words ?? [];
    return { field, ...around(field, words, others) };
  });
}

/** From the top of each page, in rows from the left. */
export function readingOrder<T extends { readonly page: number; readonly rect: Rect }>(
  boxes: readonly T[],
): T[] {
  const rows = (one: T, other: T): boolean =>
    Math.abs(middle(one.rect) - middle(other.rect)) < Math.min(one.rect.height, other.rect.height) / 2;
  return [...boxes].sort((a, b) => {
    if (a.page !== b.page) return a.page - b.page;
    return rows(a, b) ? a.rect.x - b.rect.x : middle(b.rect) - middle(a.rect);
  });
}

function around(
  field: AgencyField,
  words: readonly PageWord[],
  others: readonly AgencyField[],
): Pick<TheirBox, "near" | "numbers" | "followed"> {
  const { rect } = field;
  const [right, top] = [rect.x + rect.width, rect.y + rect.height];
  const row = words.filter((word) => isBeside(rect, word.rect));
  const sameRow = others.filter((other) => isBeside(rect, other.rect) || isBeside(other.rect, rect));
  const lastBefore = (boxes: readonly AgencyField[]): number =>
    Math.max(0, ...boxes.map((other) => other.rect.x + other.rect.width).filter((x) => x <= rect.x + 2));
  const before = (from: number): PageWord[] =>
    row.filter((word) => end(word) <= rect.x + 3 && word.rect.x >= from - 2);
  const rightEnd = Math.min(2000, ...sameRow.map((other) => other.rect.x).filter((x) => x >= right - 2));
  const left = before(lastBefore(sameRow));
  // Boxes of one question are in a row after its text.
  const whole = before(lastBefore(sameRow.filter(({ kind }) => kind !== "check")));
  const after = run(row.filter((word) => word.rect.x >= right - 3 && word.rect.x < rightEnd));
  const above = words.filter(
    ({ rect: word }) =>
      word.y >= top - 4 && word.y <= top + 11 && word.x >= rect.x - 8 && word.x < right && word.x < rightEnd,
  );
  const below = words.filter(
    ({ rect: word }) =>
      word.y + word.height <= rect.y + 3 &&
      word.y + word.height >= rect.y - 10 &&
      word.x >= rect.x - 8 &&
      word.x < right,
  );
  const inside = words.filter(
    ({ rect: word }) => word.x >= rect.x - 1 && word.x < right && word.y >= rect.y - 2 && word.y < top - 2,
  );
  const lead = leading(field, words, others, field.kind === "check" ? whole : left);
  const near = {
    left: joined(left),
    lead: joined(lead),
    above: joined(above),
    right: joined(after),
    below: joined(below),
    inside: joined(inside),
    row: joined(whole),
    head: joined(columnHead(field, words, others)),
  };
  const followed = sameRow.some((other) => other.rect.x > rect.x && other.kind !== "check");
  return { near, numbers: numbersOf(field, left, lead, near.above), followed };
}

/** What is printed over a column of check boxes, such as Yes. */
function columnHead(
  { rect, kind }: AgencyField,
  words: readonly PageWord[],
  others: readonly AgencyField[],
): PageWord[] {
  if (kind !== "check") return [];
  const column = others.filter((other) => other.kind === "check" && Math.abs(other.rect.x - rect.x) < 4);
  const top = Math.max(rect.y, ...column.map((other) => other.rect.y)) + rect.height;
  return words.filter(
    ({ rect: word }) =>
      word.y >= top - 4 &&
      word.y <= top + 11 &&
      word.x < rect.x + rect.width + 3 &&
      word.x + word.width > rect.x - 3,
  );
}

/** A sentence of several lines ends at its box: the lines over the box's own, up to the box before. */
function leading(
  { rect }: AgencyField,
  words: readonly PageWord[],
  others: readonly AgencyField[],
  left: readonly PageWord[],
): PageWord[] {
  if (left.length === 0) return [...left];
  const start = Math.min(...left.map((word) => word.rect.x));
  const ceiling = Math.min(
    rect.y + rect.height + 38,
    ...others
      .filter(
        (other) => other.rect.y >= rect.y + rect.height - 4 && other.rect.x + other.rect.width > rect.x - 60,
      )
      .map((other) => other.rect.y + 2),
  );
  return words.filter(
    ({ rect: word }) =>
      word.y >= rect.y - 2 &&
      word.y + word.height <= ceiling &&
      word.x >= start - 30 &&
      word.x + word.width <= rect.x + 3,
  );
}

function numbersOf(
  { name, tooltip }: AgencyField,
  left: readonly PageWord[],
  lead: readonly PageWord[],
  above: string,
): ReadonlySet<string> {
  const texts = left.filter(({ text }) => !/^[.$ ]+$/.test(text)).map(({ text }) => text);
  const lines = new Map<number, PageWord>();
  for (const word of lead) {
    const line = Math.round(word.rect.y / 6);
    const first = lines.get(line);
    if (first === undefined || word.rect.x < first.rect.x) lines.set(line, word);
  }
  const last = name.split(/[#.]/)[0] === name ? name : (name.split(".").at(-1) ?? name);
  const named =
    /(?:^|[\s_])(?:line\s?)?(\d{1,2}[a-z]?|[a-zA-Z])$/i.exec(last)?.[1] ??
    /^line(\d{1,2}[a-z]?)$/i.exec(last)?.[1];
  const candidates = [
    texts[0],
    texts.at(-1),
    ...[...lines.values()].map(({ text }) => text),
    above.split(" ")[0],
    named,
    tooltip === undefined || tooltip.length > 8 ? undefined : tooltip,
  ];
  return new Set(candidates.flatMap((text) => (text === undefined ? [] : (lineNumber(text) ?? []))));
}

/** Words that follow each other without a gap in which something else would fit. */
function run(words: readonly PageWord[]): PageWord[] {
  const sorted = [...words].sort((a, b) => a.rect.x - b.rect.x);
  const gap = sorted.findIndex((word, index) => index > 0 && word.rect.x - end(sorted[index - 1]!) > 24);
  return gap < 0 ? sorted : sorted.slice(0, gap);
}

function joined(words: readonly PageWord[]): string {
  return words
    .map(({ text }) => text)
    .filter((text) => !/^[._]+$/.test(text))
    .join(" ");
}

function isBeside(box: Rect, word: Rect): boolean {
  const at = middle(word);
  return at > box.y - 1 && at < box.y + box.height + 1;
}

function middle({ y, height }: Rect): number {
  return y + height / 2;
}

function end({ rect }: PageWord): number {
  return rect.x + rect.width;
}
