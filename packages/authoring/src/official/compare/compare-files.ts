import type { AgencyField, AgencySurvey } from "@withholding-forms/pdf/build";
import { matchBoxes, type Weights } from "../bind/match.js";
import type { OurBox } from "../bind/our-boxes.js";
import { type TheirBox, theirBoxes } from "../bind/their-boxes.js";
import { changesBetween } from "./diff.js";
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

export interface Comparison {
  readonly words: readonly WordChange[];
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
    fields: fieldChanges(before, after),
    lines: new Set(now.map(lineOf)).size,
    changedLines: touched.size,
  };
}

/** Words before and after a change that show where it is. */
const around = 6;

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
