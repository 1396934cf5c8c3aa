import type { PrintedField } from "@withholding-forms/catalog/model/printed-field";
import type { FormLayout } from "@withholding-forms/pdf";
import type { Match } from "./match.js";
import { likeness, rarity, tokensOf } from "./tokens.js";

/** What forms call the facts about employees and employers, and what prints there. */
export type Vocabulary = readonly { readonly label: string; readonly value: string }[];

/** Learned from the pages of all forms: agencies divide names and addresses differently, and some page has each part. */
export function vocabularyOf(
  pages: readonly { readonly layout: FormLayout; readonly printed: readonly PrintedField[] }[],
): Vocabulary {
  const found = new Map<string, { label: string; value: string }>();
  for (const { layout, printed } of pages) {
    const values = new Map(printed.map(({ name, value }) => [name, value]));
    for (const block of layout.blocks) {
      if (block.kind !== "row") continue;
      for (const { label, field } of block.cells) {
        const value = values.get(field.name) ?? "";
        if (ownerOf(value) !== undefined) found.set(`${label} ${value}`, { label, value });
      }
    }
  }
  return [...found.values()];
}

/** Whose facts an expression prints; undefined where it prints anything else. */
export function ownerOf(value: string): "employee" | "employer" | undefined {
  const [, owner] = /^(?:join\("[^"]*", )?(employee|employer)\.[\w.,() ]+$/.exec(value) ?? [];
  if (owner !== "employee" && owner !== "employer") return undefined;
  const other = owner === "employee" ? "employer." : "employee.";
  return value.includes(other) ? undefined : owner;
}

/** What other forms print under the text of a field that seems to be a fact about a person. */
export function fromVocabulary(
  match: Match,
  vocabulary: Vocabulary,
): { readonly value: string; readonly label: string; readonly score: number } | undefined {
  const owner = ownerOf(match.ours.value);
  const { field } = match.theirs;
  if (owner === undefined || field.kind === "check") return undefined;
  const labels = vocabulary.map(({ label }) => tokensOf(label));
  const weight = rarity(labels);
  const texts = [match.theirWords, field.tooltip ?? "", field.name.replace(/[#_.]/g, " ")];
  const tokens = texts.map(tokensOf).filter((words) => words.length > 0);
  const score = (label: readonly string[]): number =>
    Math.max(0, ...tokens.map((words) => likeness(label, words, weight)));
  const before = score(tokensOf(match.ours.label));
  let best: { value: string; label: string; score: number } | undefined;
  vocabulary.forEach(({ label, value }, index) => {
    if (ownerOf(value) !== owner) return;
    const found = score(labels[index]!);
    if (found > (best?.score ?? 0)) best = { value, label, score: found };
  });
  if (best === undefined || best.score < leastLikeness || best.score < before + leastGain) return undefined;
  return best.value === match.ours.value ? undefined : best;
}

const leastLikeness = 0.6;
const leastGain = 0.12;
