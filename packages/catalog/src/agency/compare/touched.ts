import type { CompiledOfficial } from "../../model/binding.js";
import { passage } from "../passage.js";
import type { Comparison } from "./compare-files.js";

/** What a new revision touches of a form's content. */
export interface Touched {
  /** Figures whose amount is no longer where it was, with what is there now. */
  readonly figures: readonly {
    readonly name: string;
    readonly amount: string;
    readonly now: readonly string[];
  }[];
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
    figures: Object.entries(figures).flatMap(([name, amount]) => {
      const found = comparison.amounts.filter(({ removed }) =>
        removed.some((one) => plain(one) === plain(amount)),
      );
      return found.length === 0
        ? []
        : [{ name, amount, now: [...new Set(found.flatMap(({ added }) => added))] }];
    }),
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

function plain(amount: string): string {
  return amount.replace(/[$,\s]/g, "").replace(/\.0+$/, "");
}
