import type { Language } from "@withholding-forms/interview";
import type { Rect } from "@withholding-forms/pdf";
import type { AgencySurvey } from "@withholding-forms/pdf/build";
import { type Spoken, spokenWords } from "../compare/spoken.js";
import { numbersIn, type WrittenNumber } from "./numbers.js";

/** Where something is in the agency's file. */
export interface Spot {
  /** From 1. */
  readonly page: number;
  /** In points from the lower left corner of the page. */
  readonly rect: Rect;
  /** What is printed there, with the words around it. */
  readonly words: string;
}

export interface PrintedText {
  readonly text: string;
  readonly spot: Spot;
  /** First of its line, or of its column. */
  readonly startsLine: boolean;
}

export interface PrintedNumber extends WrittenNumber {
  readonly spot: Spot;
  /** In a long table, where most amounts are to be found by chance. */
  readonly inTable: boolean;
}

/** The words of the file as one text, in which every place is known. */
export interface FileText {
  readonly words: readonly (PrintedText & Pick<Spoken, "page" | "rect">)[];
  readonly numbers: readonly PrintedNumber[];
  /** Places that match a pattern, as whole words. */
  find(pattern: string): PrintedText[];
}

export function fileText(survey: AgencySurvey, language: Language): FileText {
  const spoken = spokenWords(survey);
  const starts: number[] = [];
  let text = "";
  for (const word of spoken) {
    starts.push(text.length);
    text += `${word.text} `;
  }
  const wordAt = (at: number): number => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= at) low = middle;
      else high = middle;
    }
    return low;
  };
  const spotOf = (first: number, last: number): Spot => ({
    page: spoken[first]!.page + 1,
    rect: spoken[first]!.rect,
    words: spoken
      .slice(Math.max(0, first - around), last + around + 1)
      .map(({ shown }) => shown)
      .join(" "),
  });
  const printed = (at: number, found: string): PrintedText => {
    const [first, last] = [wordAt(at), wordAt(at + found.length - 1)];
    const [before, word] = [spoken[first - 1], spoken[first]!];
    const startsLine =
      before?.line !== word.line || word.rect.x - before.rect.x - before.rect.width > columnGap;
    return { text: found, spot: spotOf(first, last), startsLine };
  };
  const spotted = numbersIn(text, language).map((found) => ({
    ...found,
    spot: printed(found.at, found.text).spot,
  }));
  const inTables = new Set(
    runsOf(spotted.filter(({ isAmount }) => isAmount))
      .filter(isTable)
      .flat(),
  );
  return {
    words: spoken.map(({ page, rect, text: word }, index) => ({
      ...printed(starts[index]!, word),
      page,
      rect,
    })),
    numbers: spotted.map((found) => ({ ...found, inTable: inTables.has(found) })),
    find: (pattern) =>
      [...text.matchAll(new RegExp(`(?<![\\p{L}\\d])${pattern}(?![\\p{L}\\d])`, "giu"))].map(
        ({ index, 0: found }) => printed(index, found.trim()),
      ),
  };
}

/** Words before and after a place that show where it is. */
const around = 6;

/** Points between two columns. */
const columnGap = 12;

/** Numbers that follow each other on a page with few words between them. */
export function runsOf<T extends WrittenNumber & { readonly spot: Spot }>(numbers: readonly T[]): T[][] {
  const runs: T[][] = [];
  for (const one of numbers) {
    const before = runs.at(-1)?.at(-1);
    if (before?.spot.page === one.spot.page && one.at - before.at < tableGap) runs.at(-1)?.push(one);
    else runs.push([one]);
  }
  return runs;
}

export function isTable(run: readonly unknown[]): boolean {
  return run.length >= tableSize;
}

/** Letters from one amount of a table to the next, and how many amounts are surely a table and not sentences. */
const tableGap = 80;
const tableSize = 40;

/** A pattern that finds the text however it is spaced. */
export function literally(text: string): string {
  return escaped(text.replace(/\s+/g, " ")).replaceAll(" ", "\\s*");
}

export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

export const months = "January|February|March|April|May|June|July|August|September|October|November|December";
