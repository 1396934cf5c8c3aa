import { isMap, isScalar, isSeq, parseDocument, Scalar, type YAMLMap } from "yaml";
import type { OfficialSource } from "../schema/official.js";
import type { Proposal, ProposedField } from "./bind/propose.js";
import type { SignPlace } from "./bind/sign-places.js";

/** What was proposed for a field: where it is in `official.yaml`, and what that says. */
export interface Entry {
  readonly group: string;
  readonly value: string;
  /** It has a comment that the check rejects until a person has reviewed it. */
  readonly unsure: boolean;
}

/** Entries by the names of the agency's fields; those of signatures by our own names. */
export type Entries = ReadonlyMap<string, Entry>;

export interface BindingHead {
  readonly address: string;
  readonly sha256: string;
  readonly revision: string;
}

export interface WrittenBinding {
  readonly text: string;
  /** What the file says now, by field. */
  readonly entries: Entries;
  /** Fields whose entries a person wrote or changed. */
  readonly kept: ReadonlySet<string>;
}

/** Passages that another version's file has, too. */
export interface CarriedWording {
  /** `2024.12.0`. */
  readonly from: string;
  readonly passages: readonly NonNullable<OfficialSource["wording"]>[number][];
}

/** Proposals with a lower confidence get a comment that asks for a review. */
export const sureFrom = 0.75;

/**
 * `official.yaml` with the proposals. What a person wrote stays: everything that differs from what was proposed earlier,
 * and every proposal whose comment was removed. Without earlier proposals, that is everything in the file.
 */
export function writeBinding(
  existing: string | undefined,
  head: BindingHead,
  { fields, signature }: Proposal,
  earlier: Entries,
  wording?: CarriedWording,
): WrittenBinding {
  const document = parseDocument(existing ?? firstLine, { stringKeys: true });
  const root = document.contents as YAMLMap;
  root.flow = false;
  for (const [key, value] of Object.entries(head))
    if (key === "sha256" || !root.has(key)) document.set(key, value);
  const names = fields.map(({ field }) => field.name);
  const prefix = existing === undefined ? commonPrefix(names) : String(document.get("prefix") ?? "");
  if (prefix !== "" && !root.has("prefix")) document.set("prefix", prefix);
  const written = readEntries(root, prefix);
  const kept = new Set<string>();
  const places = new Map(signature.map((place) => [place.name, place]));
  for (const one of fields) {
    const name = one.field.name;
    if (one.group === "signature") continue;
    const before = written.get(name);
    if (before !== undefined && isPersons(before, earlier.get(name))) {
      kept.add(name);
      continue;
    }
    const key = name.startsWith(prefix) ? name.slice(prefix.length) : name;
    if (before !== undefined && before.group !== one.group) document.deleteIn([before.group, key]);
    document.setIn([one.group, key], proposedNode(document, one));
  }
  for (const [name, place] of places) {
    const before = written.get(name);
    if (before !== undefined && isPersons(before, earlier.get(name))) kept.add(name);
    else document.setIn(["signature", name], document.createNode(placeOf(place, prefix), { flow: true }));
  }
  if (wording !== undefined && !root.has("wording")) addWording(document, wording);
  dropEmpty(root);
  sortGroups(root);
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: false });
  return { text, entries: readEntries(root, prefix), kept };
}

const firstLine =
  "# The agency's own file. Proposed by `official bind`, then confirmed on the page that it wrote.\n{}\n";
const groups = ["fields", "private", "unused", "drop", "add", "signature", "wording"];

/** Changed, or confirmed by removing the comment. */
function isPersons(entry: Entry, earlier: Entry | undefined): boolean {
  return earlier === undefined || JSON.stringify(entry) !== JSON.stringify(earlier);
}

function readEntries(root: YAMLMap, prefix: string): Map<string, Entry> {
  const found = new Map<string, Entry>();
  for (const group of ["fields", "private", "unused", "drop", "signature"]) {
    const map = root.get(group);
    if (!isMap(map)) continue;
    for (const { key, value } of map.items) {
      const name = String(isScalar(key) ? key.value : key);
      const unsure = isScalar(value) && value.comment?.includes("TODO") === true;
      const text = isScalar(value) ? String(value.value) : JSON.stringify(value);
      found.set(group === "signature" ? name : `${prefix}${name}`, { group, value: text, unsure });
    }
  }
  return found;
}

function proposedNode(document: ReturnType<typeof parseDocument>, one: ProposedField): unknown {
  const node = document.createNode(one.value);
  if (node instanceof Scalar && one.confidence < sureFrom)
    node.comment = ` TODO check (${Math.round(one.confidence * 100)} %): ${one.reasons.join("; ") || "only its place on the page"}`;
  return node;
}

/** Anchors may exist but enclose other text, so a person reviews each passage once. */
function addWording(document: ReturnType<typeof parseDocument>, { from, passages }: CarriedWording): void {
  if (passages.length === 0) return;
  const list = document.createNode(passages);
  list.commentBefore = ` TODO check each passage: taken over from ${from}`;
  if (isSeq(list)) for (const item of list.items) if (isMap(item)) item.flow = true;
  document.set("wording", list);
}

function placeOf({ label, field, page, rect }: SignPlace, prefix: string): Record<string, unknown> {
  if (field !== undefined)
    return { field: field.startsWith(prefix) ? field.slice(prefix.length) : field, label };
  return { page, rect, label };
}

function dropEmpty(root: YAMLMap): void {
  for (const group of groups) {
    const map = root.get(group);
    if (isMap(map) && map.items.length === 0) root.delete(group);
  }
}

function sortGroups(root: YAMLMap): void {
  const rank = (key: unknown): number => groups.indexOf(String(isScalar(key) ? key.value : key));
  root.items = [
    ...root.items.filter(({ key }) => rank(key) < 0),
    ...root.items.filter(({ key }) => rank(key) >= 0).sort((a, b) => rank(a.key) - rank(b.key)),
  ];
}

/** `topmostSubform[0].`, where every name starts with it. */
function commonPrefix(names: readonly string[]): string {
  const [first = ""] = names;
  const start = first.slice(0, first.indexOf(".") + 1);
  return names.length > 1 && start !== "" && names.every((name) => name.startsWith(start)) ? start : "";
}
