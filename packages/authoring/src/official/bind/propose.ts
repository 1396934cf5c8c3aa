import type { PrintedField } from "@withholding-forms/catalog/model/printed-field";
import type { FormLayout } from "@withholding-forms/pdf";
import type { AgencyField, AgencySurvey } from "@withholding-forms/pdf/build";
import { type Match, matchBoxes } from "./match.js";
import { type OurBox, ourBoxes } from "./our-boxes.js";
import { type SignPlace, signPlaces } from "./sign-places.js";
import { type TheirBox, theirBoxes } from "./their-boxes.js";
import { fromVocabulary, type Vocabulary } from "./vocabulary.js";

/** A proposed entry of `official.yaml` for one field of the agency's file. */
export interface ProposedField {
  readonly field: AgencyField;
  readonly group: "fields" | "private" | "unused" | "drop" | "signature";
  /** The expression, or the reason why the field stays empty. */
  readonly value: string;
  /** The text of our own page, for the reviewer. */
  readonly about: string;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly reasons: readonly string[];
}

export interface Proposal {
  /** Every field of the file, in the order of reading. */
  readonly fields: readonly ProposedField[];
  readonly signature: readonly SignPlace[];
  /** Boxes of our page for which the file has no field. */
  readonly leftOver: readonly OurBox[];
}

export interface BindingInput {
  readonly layout: FormLayout;
  readonly printed: readonly PrintedField[];
  /** Names of boxes of ours in which no answer that completes the form ever prints. */
  readonly neverPrinted: ReadonlySet<string>;
  readonly vocabulary: Vocabulary;
}

/** Proposes what goes where, from the text, the line numbers, and the order of both pages. */
export function proposeBinding(survey: AgencySurvey, input: BindingInput): Proposal {
  const theirs = theirBoxes(survey);
  const ours = ourBoxes(input.layout, input.printed);
  const more = continuations(theirs);
  const divided = dividedNumbers(theirs);
  const matches = matchBoxes(
    theirs.filter((box) => !more.has(box) && (divided.get(box)?.first ?? box) === box),
    ours,
  );
  const byField = new Map(matches.map((match) => [match.theirs.field.name, match]));
  const proposed = new Map<TheirBox, ProposedField>();
  for (const box of theirs) {
    const first = more.get(box);
    const match = byField.get(box.field.name);
    if (first !== undefined) {
      const { before, after } = split(proposed.get(first)!, box);
      proposed.set(first, before);
      proposed.set(box, after);
    } else proposed.set(box, match === undefined ? withoutMatch(box) : known(match, input));
  }
  // In the order of reading, the first part is the last one to change: the others look at what it prints.
  for (const [box, { first, place }] of [...divided].reverse())
    proposed.set(box, partOf(proposed.get(first)!, box, place));
  const fields = [...proposed.values()];
  const placed = new Set(matches.map(({ ours: box }) => box.name));
  const values = new Set(fields.map(({ value }) => value));
  return {
    fields: [...fields, ...survey.fields.flatMap(fixedField)],
    signature: signPlaces(survey, ours, matches),
    leftOver: ours.filter(
      ({ name, value, role }) =>
        role === undefined &&
        !placed.has(name) &&
        !values.has(value) &&
        !isBlank(value, name, input.neverPrinted),
    ),
  };
}

/** Under the words that other forms use, where those fit better than our own page's. */
function known(match: Match, { vocabulary, neverPrinted }: BindingInput): ProposedField {
  const better = fromVocabulary(match, vocabulary);
  if (better === undefined) return fromMatch(match, neverPrinted);
  return {
    field: match.theirs.field,
    group: "fields",
    value: better.value,
    about: better.label,
    confidence: Math.round(better.score * 85) / 100,
    reasons: [`other forms say "${better.label}"`],
  };
}

/** Text fields without their own words, right under one of the same width: its second line. */
function continuations(theirs: readonly TheirBox[]): ReadonlyMap<TheirBox, TheirBox> {
  const found = new Map<TheirBox, TheirBox>();
  for (const box of theirs) {
    const { rect, page, kind } = box.field;
    if (kind === "check" || `${box.near.left}${box.near.above}${box.near.inside}` !== "") continue;
    const over = theirs.find(
      ({ field: one }) =>
        one.page === page &&
        one.kind !== "check" &&
        Math.abs(one.rect.x - rect.x) < 2 &&
        Math.abs(one.rect.width - rect.width) < 4 &&
        Math.abs(one.rect.y - rect.y - rect.height) < 5,
    );
    if (over !== undefined) found.set(box, over);
  }
  return found;
}

/** Three fields side by side with room for 3, 2, and 4 digits: a social security number, by the first of them. */
function dividedNumbers(
  theirs: readonly TheirBox[],
): ReadonlyMap<TheirBox, { readonly first: TheirBox; readonly place: number }> {
  const found = new Map<TheirBox, { readonly first: TheirBox; readonly place: number }>();
  for (const [at, first] of theirs.entries()) {
    const parts = theirs.slice(at, at + 3);
    const isOne = parts.every(
      ({ field }, index) =>
        field.cells === [3, 2, 4][index] &&
        field.page === first.field.page &&
        Math.abs(field.rect.y - first.field.rect.y) < field.rect.height / 2,
    );
    if (isOne && parts.length === 3)
      parts.forEach((box, index) => {
        found.set(box, { first, place: index + 1 });
      });
  }
  return found;
}

function partOf(first: ProposedField, { field }: TheirBox, place: number): ProposedField {
  if (!/^[a-zA-Z.]+$/.test(first.value)) return { ...first, field };
  const reasons = [...first.reasons, `part ${place} of a number that is divided into 3, 2, and 4 digits`];
  return { ...first, field, value: `part("-", ${first.value}, ${place})`, reasons };
}

/** A name and address on two lines; anything else stays on the first. */
function split(
  first: ProposedField,
  { field }: TheirBox,
): { readonly before: ProposedField; readonly after: ProposedField } {
  const owner = /^(\w+)\.nameAndAddress$/.exec(first.value)?.[1];
  const common = { ...first, field, reasons: ["second line of the field above it"] };
  if (owner === undefined)
    return {
      before: first,
      after: { ...common, group: "unused", value: "It is the second line of the field above it." },
    };
  return {
    before: { ...first, value: `${owner}.name` },
    after: { ...common, value: `join(", ", ${owner}.street, ${owner}.cityRegionPostal)` },
  };
}

function fromMatch({ theirs, ours, confidence, reasons }: Match, never: ReadonlySet<string>): ProposedField {
  const common = { field: theirs.field, about: ours.label, confidence, reasons };
  if (ours.role !== undefined) return { ...common, group: "signature", value: ours.name };
  if (isBlank(ours.value, ours.name, never)) {
    const why =
      ours.value === '""' ? "It is blank on our page, too" : "No answer of a completed form prints here";
    return { ...common, group: "unused", value: `${why}: ${short(ours.label)}` };
  }
  return { ...common, group: ours.private ? "private" : "fields", value: ours.value };
}

function withoutMatch({ field, near }: TheirBox): ProposedField {
  const words = near.lead || near.above || near.right || field.tooltip || field.name;
  return {
    field,
    group: "unused",
    value: `Nothing on our page is like it: ${short(words)}`,
    about: "",
    confidence: 0,
    reasons: ["no box of ours is like it"],
  };
}

/** Text that the agency fixed in a field would be printed with the page. */
function fixedField(field: AgencyField): ProposedField[] {
  if (field.shows === undefined) return [];
  const value = `It shows fixed text that is no part of the form: ${short(field.shows)}`;
  return [{ field, group: "drop", value, about: "", confidence: 0.5, reasons: ["read-only text"] }];
}

function isBlank(value: string, name: string, never: ReadonlySet<string>): boolean {
  return value === '""' || never.has(name);
}

function short(text: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  return plain.length > 70 ? `${plain.slice(0, 67)}...` : plain;
}
