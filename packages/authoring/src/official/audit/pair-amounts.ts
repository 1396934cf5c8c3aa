import type { FormParts } from "../../compile/form.js";
import { figuresIn } from "../../resolve/figures.js";
import { assign } from "../bind/assign.js";
import { likeness, rarity, tokensOf } from "../bind/tokens.js";
import type { PrintedNumber } from "./file-text.js";

export interface PrintedFigure {
  readonly id: string;
  readonly value: string;
  readonly isPercent: boolean;
  /** Where it was read. */
  readonly source: string;
  /** Its amount is somewhere in the print, perhaps in the place of another figure. */
  readonly isFound: boolean;
}

export interface Pair {
  readonly amount: PrintedNumber;
  /** No other amount is nearly as likely. */
  readonly sure: boolean;
}

/**
 * Figures whose amount is not printed, or only in other places, with the amounts that are printed instead: by the words
 * around both, and by their size. `unknown` are amounts that the form does not have.
 */
export function pairAmounts(
  parts: FormParts,
  figures: readonly PrintedFigure[],
  amounts: readonly PrintedNumber[],
  unknown: ReadonlySet<PrintedNumber>,
): ReadonlyMap<string, Pair> {
  const sentences = sentencesByFigure(parts);
  const ours = figures.map(({ id, source }) =>
    tokensOf([id, source, ...(sentences.get(id) ?? [])].join(" ")),
  );
  const theirs = amounts.map(({ spot }) => tokensOf(spot.words));
  const weight = rarity([...ours, ...theirs]);
  const alike = ours.map((own) => theirs.map((words) => likeness(own, words, weight)));
  const possible = figures.map(({ value, isPercent, isFound }, row) => {
    const own = Math.max(0, ...alike[row]!.filter((_, column) => amounts[column]!.value === value));
    return amounts.map((amount, column) => {
      const away = Math.abs(Math.log(Number(amount.value) / Number(value)));
      const size = Math.max(0, 1 - away / Math.LN2);
      const isUnknown = unknown.has(amount);
      if (
        amount.isPercent !== isPercent ||
        (isFound && (!isUnknown || alike[row]![column]! < own + muchMore))
      )
        return 0;
      const score = alike[row]![column]! + size * sizeWeight - (isUnknown ? 0 : muchMore);
      return score < leastScore ? 0 : score;
    });
  });
  const columns = assign(possible, amounts.length);
  return new Map(
    figures.flatMap(({ id, isFound }, row): [string, Pair][] => {
      const [column, all] = [columns[row]!, possible[row]!];
      const amount = amounts[column];
      if (amount === undefined) return [];
      const rival = Math.max(0, ...all.filter((_, other) => amounts[other]!.value !== amount.value));
      return [[id, { amount, sure: !isFound && unknown.has(amount) && all[column]! > rival * lead }]];
    }),
  );
}

/** A year changes an amount by a few percent. */
const sizeWeight = 0.6;
const leastScore = 0.45;
/** How much more like a place must be than one that has the amount of a figure. */
const muchMore = 0.15;
/** How much more likely than the next amount a sure one is. */
const lead = 1.15;

function sentencesByFigure({ context }: FormParts): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const visit = (value: unknown): void => {
    if (typeof value === "string")
      for (const id of figuresIn(value)) found.set(id, [...(found.get(id) ?? []), value]);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(visit);
  };
  visit([context.form.page.data, context.form.questions.data]);
  return found;
}
