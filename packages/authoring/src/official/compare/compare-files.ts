import type { AgencyField, AgencySurvey } from "@withholding-forms/pdf/build";
import { matchBoxes, type Weights } from "../bind/match.js";
import type { OurBox } from "../bind/our-boxes.js";
import { type TheirBox, theirBoxes } from "../bind/their-boxes.js";
import { type Change, changesBetween } from "./diff.js";
import { type Spoken, spokenWords } from "./spoken.js";

/** Words that differ between two revisions, with those around them. */
export interface WordChange {
  /** From 1, in the new file. */
  readonly page: number;
  readonly before: string;
  readonly removed: string;
  readonly added: string;
  readonly after: string;
}

export interface FieldChange {
  readonly kind: "added" | "removed" | "renamed" | "moved";
  readonly name: string;
  /** The new name, where it was renamed. */
  readonly to?: string;
  /** From 1; of the new file, except for a field that was removed. */
  readonly page: number;
  /** Printed words at the field. */
  readonly words: string;
}

/** Amounts, percentages, and years of a changed passage: what was there, what is there now. */
export interface AmountChange {
  readonly page: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** One amount instead of another, with the same words before and after it. */
  readonly alone: boolean;
}

export interface Comparison {
  readonly words: readonly WordChange[];
  readonly amounts: readonly AmountChange[];
  readonly fields: readonly FieldChange[];
  /** Printed lines of the new file, and how many of them changed. */
  readonly lines: number;
  readonly changedLines: number;
}

/** What changed between two revisions of a form: printed words, amounts, and fields. */
export function compareFiles(before: AgencySurvey, after: AgencySurvey): Comparison {
  const [old, now] = [spokenWords(before), spokenWords(after)];
  const changes = changesBetween(
    old.map(({ text }) => text),
    now.map(({ text }) => text),
  );
  const textOf = (words: readonly Spoken[], from: number, count: number): string =>
    words
      .slice(Math.max(0, from), Math.max(0, from) + count)
      .map(({ shown }) => shown)
      .join(" ");
  const words = changes.map(
    ({ oldAt, newAt, removed, added }): WordChange => ({
      page: (now[Math.min(newAt, now.length - 1)]?.page ?? 0) + 1,
      before: textOf(now, newAt - around, Math.min(around, newAt)),
      removed: textOf(old, oldAt, removed),
      added: textOf(now, newAt, added),
      after: textOf(now, newAt + added, around),
    }),
  );
  const lineOf = ({ page, line }: Spoken): string => `${page} ${line}`;
  const touched = new Set(
    changes.flatMap(({ newAt, added }) => now.slice(newAt, newAt + Math.max(added, 1)).map(lineOf)),
  );
  return {
    words,
    amounts: words.flatMap(({ page, removed, added }, at): AmountChange[] => {
      const [gone, come] = [amountsIn(removed), amountsIn(added)];
      const alone = gone.length === 1 && come.length === 1 && isOneWord(changes, at);
      return gone.length + come.length === 0 ? [] : [{ page, removed: gone, added: come, alone }];
    }),
    fields: fieldChanges(before, after),
    lines: new Set(now.map(lineOf)).size,
    changedLines: touched.size,
  };
}

/** One word instead of another, and no other change within a few words: the passage itself is the one it was. */
function isOneWord(changes: readonly Change[], at: number): boolean {
  const [before, own, next] = [changes[at - 1], changes[at]!, changes[at + 1]];
  return (
    own.removed === 1 &&
    own.added === 1 &&
    (before === undefined || own.newAt - before.newAt - before.added >= near) &&
    (next === undefined || next.newAt - own.newAt - own.added >= near)
  );
}

const near = 3;

/** Words before and after a change that show where it is. */
const around = 6;

function amountsIn(text: string): string[] {
  return (
    text
      .match(/\$\s?\d[\d,]*(?:\.\d+)?|\d[\d,]*(?:\.\d+)?\s?%|\b\d{1,3}(?:,\d{3})+\b|\b\d{3,}\b/g)
      ?.map((one) => one.replace(/\s/g, "")) ?? []
  );
}

function fieldChanges(before: AgencySurvey, after: AgencySurvey): FieldChange[] {
  const [old, now] = [theirBoxes(before), theirBoxes(after)];
  const matches = matchBoxes(now, old.map(asOurs), revisionWeights);
  const newOf = new Map(matches.map(({ theirs, ours }) => [ours.name, theirs]));
  const oldOf = new Map(matches.map(({ theirs, ours }) => [theirs.field.name, ours.name]));
  const changes: FieldChange[] = [];
  for (const box of old) {
    const match = newOf.get(box.field.name);
    if (match === undefined) changes.push({ kind: "removed", ...described(box) });
    else if (match.field.name !== box.field.name)
      changes.push({ kind: "renamed", ...described(match), name: box.field.name, to: match.field.name });
    else if (isElsewhere(box.field, match.field)) changes.push({ kind: "moved", ...described(match) });
  }
  for (const box of now) if (!oldOf.has(box.field.name)) changes.push({ kind: "added", ...described(box) });
  return changes;
}

/** Revisions keep the words of a line and renumber it when lines are added before it. */
const revisionWeights: Weights = { words: 1, number: 0.05, place: 0.4, inner: 0 };

/** The fields of the old file, as boxes that those of the new one are looked up in. */
function asOurs(box: TheirBox): OurBox {
  const { field, near, numbers } = box;
  const [number] = numbers;
  const label =
    field.kind === "check" ? `${near.row} ${near.right}` : near.lead || near.above || near.left || near.below;
  return {
    name: field.name,
    kind: field.kind === "check" ? "check" : "text",
    value: "",
    label: label.trim() === "" ? (field.tooltip ?? field.name) : label,
    about: "",
    ...(number === undefined ? {} : { number }),
    private: false,
    inner: false,
  };
}

/** A field on another page, or farther away than a change of the layout around it explains. */
function isElsewhere(a: AgencyField, b: AgencyField): boolean {
  return a.page !== b.page || Math.abs(a.rect.x - b.rect.x) > 6 || Math.abs(a.rect.y - b.rect.y) > 6;
}

function described({ field, near }: TheirBox): Pick<FieldChange, "name" | "page" | "words"> {
  const words = near.lead || near.above || near.right || near.below || (field.tooltip ?? "");
  return {
    name: field.name,
    page: field.page + 1,
    words: words.length > 80 ? `${words.slice(0, 77)}...` : words,
  };
}
