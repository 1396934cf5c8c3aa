import { passage } from "@withholding-forms/catalog/agency/passage";
import type { CompiledOfficial } from "@withholding-forms/catalog/model/binding";
import type { Comparison } from "./compare-files.js";

/** A figure whose amount is no longer where it was. */
export interface TouchedFigure {
  readonly name: string;
  readonly amount: string;
  /** What is there now. */
  readonly now: readonly string[];
  /** Not one amount in the same words: another figure has the same amount, or the words around it changed, too. */
  readonly doubtful: boolean;
}

/** What a new revision touches of a form's content. */
export interface Touched {
  readonly figures: readonly TouchedFigure[];
  /** Fields of the binding that were removed, renamed, or moved, and what prints in them. */
  readonly bindings: readonly { readonly field: string; readonly change: string; readonly value: string }[];
  /** Passages of fixed wording that are not found any more, or read differently. */
  readonly wording: readonly { readonly from: string; readonly into: readonly string[] }[];
}

export function touchedBy(
  comparison: Comparison,
  official: CompiledOfficial | undefined,
  figures: Readonly<Record<string, string>>,
  texts: { readonly before: readonly string[]; readonly after: readonly string[] },
): Touched {
  const changed = new Map(comparison.fields.map((one) => [one.name, one]));
  return {
    figures: Object.entries(figures).flatMap(([name, amount]) =>
      touchedFigure(name, amount, comparison.amounts, figures),
    ),
    bindings: (official?.printed ?? []).flatMap(({ name, value }) => {
      const change = changed.get(name);
      if (change === undefined || change.kind === "added") return [];
      return [{ field: name, change: change.to === undefined ? change.kind : `now ${change.to}`, value }];
    }),
    wording: (official?.wording ?? []).flatMap((wording) => {
      const [old, now] = [passage(texts.before, wording), passage(texts.after, wording)];
      const same = "text" in old && "text" in now && old.text === now.text;
      const into = wording.into.map((target) => Object.values(target).join(" "));
      return same ? [] : [{ from: wording.from, into }];
    }),
  };
}

function touchedFigure(
  name: string,
  amount: string,
  amounts: Comparison["amounts"],
  figures: Readonly<Record<string, string>>,
): TouchedFigure[] {
  const found = amounts.filter(
    ({ removed }) => removed.length <= mostOfText && removed.some((one) => plain(one) === plain(amount)),
  );
  if (found.length === 0) return [];
  const now = [...new Set(found.flatMap(({ added }) => added))];
  const others = Object.values(figures).filter((other) => plain(other) === plain(amount));
  const doubtful = found.some(({ alone }) => !alone) || now.length !== 1 || others.length > 1;
  return [{ name, amount, now, doubtful }];
}

/** Passages with more amounts are rows of a table, and no figure is in one. */
const mostOfText = 3;

function plain(amount: string): string {
  return amount.replace(/[$,\s]/g, "").replace(/\.0+$/, "");
}
