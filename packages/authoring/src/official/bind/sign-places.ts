import type { Rect } from "@withholding-forms/pdf";
import type { AgencySurvey, PageWord } from "@withholding-forms/pdf/build";
import type { Match } from "./match.js";
import type { OurBox } from "./our-boxes.js";
import { likeness, tokensOf } from "./tokens.js";

/** Where a signature or its date goes: a field of the agency's, or a place of ours at the printed label. */
export interface SignPlace {
  readonly name: string;
  readonly label: string;
  readonly field?: string;
  /** From 1. */
  readonly page?: number;
  readonly rect?: readonly [number, number, number, number];
}

export function signPlaces(
  { pages, fields }: AgencySurvey,
  ours: readonly OurBox[],
  matches: readonly Match[],
): SignPlace[] {
  const taken = new Map(matches.map((match) => [match.ours.name, match.theirs.field.name]));
  const dates = tokensOf(ours.find(({ role }) => role === "date")?.label ?? "");
  let signed: readonly Segment[] = [];
  return ours.flatMap(({ name, label, role }): SignPlace[] => {
    if (role === undefined) return [];
    const field = taken.get(name);
    if (field !== undefined) return [{ name, label, field }];
    const wanted = tokensOf(label);
    const flat = (): number => 1;
    const all = pages.flatMap((page, at) => segmentsOf(page.words, at));
    // The date is next to the signature.
    const others =
      role === "signature" ? all.filter((one) => likeness(dates, tokensOf(one.text), flat) > 0.6) : signed;
    const scored = all.map((one) => ({
      ...one,
      score:
        likeness(wanted, tokensOf(one.text), flat) + (others.some((other) => isBeside(one, other)) ? 0.4 : 0),
    }));
    const best = scored.reduce((a, b) => (b.score > a.score ? b : a), { ...nowhere, score: 0 });
    if (best.score < 0.3) return [];
    if (role === "signature") signed = [best];
    const boxes = fields.filter(({ page }) => page === best.page).map(({ rect }) => rect);
    const words = pages[best.page]?.words.map(({ rect }) => rect) ?? [];
    const place = freePlace(best.rect, [...words, ...boxes], pages[best.page]?.width ?? 612);
    return [{ name, label, page: best.page + 1, rect: place }];
  });
}

interface Segment {
  readonly text: string;
  readonly page: number;
  readonly rect: Rect;
}

function isBeside(one: Segment, other: Segment): boolean {
  return one.page === other.page && one !== other && Math.abs(one.rect.y - other.rect.y) < 8;
}

const nowhere: Segment = { text: "", page: 0, rect: { x: 0, y: 0, width: 0, height: 0 } };

/** Words of one line without a wide gap between them. */
function segmentsOf(words: readonly PageWord[], page: number): Segment[] {
  const segments: Segment[] = [];
  for (const { text, rect } of words) {
    const last = segments.at(-1);
    const gap = last === undefined ? 0 : rect.x - last.rect.x - last.rect.width;
    if (last !== undefined && Math.abs(last.rect.y - rect.y) < 4 && gap > -2 && gap < 12) {
      const y = Math.min(last.rect.y, rect.y);
      const top = Math.max(last.rect.y + last.rect.height, rect.y + rect.height);
      segments[segments.length - 1] = {
        text: `${last.text} ${text}`,
        page,
        rect: { x: last.rect.x, y, width: rect.x + rect.width - last.rect.x, height: top - y },
      };
    } else segments.push({ text, page, rect });
  }
  return segments;
}

/** Above the label, where the line to sign on is, or after it: where there is more room. */
function freePlace(
  label: Rect,
  others: readonly Rect[],
  pageWidth: number,
): readonly [number, number, number, number] {
  const height = 16;
  const room = (x: number, y: number): number => {
    const sameRow = others.filter((other) => other.y < y + height && other.y + other.height > y);
    const covered = sameRow.some((other) => other.x < x + 24 && other.x + other.width > x);
    return covered
      ? 0
      : Math.min(pageWidth - 36, ...sameRow.map((other) => other.x - 4).filter((end) => end > x)) - x;
  };
  const over = { x: label.x, y: label.y + label.height + 1.5 };
  const after = { x: label.x + label.width + 6, y: label.y - 3 };
  // The next label ends the line as well.
  const next = others
    .filter((other) => Math.abs(other.y - label.y) < 6 && other.x > after.x)
    .map((other) => other.x - 4);
  const width = (at: { x: number; y: number }): number =>
    Math.min(room(at.x, at.y), Math.min(pageWidth, ...next) - at.x);
  const at = width(over) >= width(after) ? over : after;
  const rounded = (value: number): number => Math.round(value * 10) / 10;
  return [rounded(at.x), rounded(at.y), rounded(Math.max(40, width(at))), height];
}
