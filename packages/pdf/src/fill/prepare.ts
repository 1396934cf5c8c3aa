import type { Slot, Tail, TailObject, Template } from "../template.js";
import { limitOf } from "./limits.js";

/** What filling needs of a template, in the shape it is written, created on first use. Has nothing of a request. */
export interface Prepared {
  readonly byName: ReadonlyMap<string, readonly number[]>;
  readonly pages: readonly PreparedPage[];
  readonly flat: Variant;
  readonly external: Variant;
  /** Rest of the trailer entries, up to the second half of the identifier. */
  readonly trailer: Uint8Array;
}

export interface PreparedPage {
  readonly number: number;
  /** From 0. */
  readonly page: number;
  readonly fill: number;
  /** Start of the content stream's object, with room for its length. */
  readonly streamHead: Uint8Array;
  readonly slots: readonly PreparedSlot[];
}

export interface PreparedSlot {
  readonly slot: Slot;
  readonly index: number;
  readonly opening: Uint8Array;
  readonly closing: Uint8Array;
  /** A value longer than this cannot fit, whatever its letters, so it is not measured. */
  readonly longest: number;
  /** Printed for a checked box. */
  readonly mark: Uint8Array;
  /** Printed when there is nothing to print, since the structure tree expects each id to exist. */
  readonly empty: Uint8Array;
}

export interface Variant {
  readonly pages: readonly (readonly [Uint8Array, Uint8Array])[];
  readonly objects: readonly { readonly number: number; readonly bytes: Uint8Array }[];
}

const cache = new WeakMap<Template, Prepared>();

export function prepare(template: Template): Prepared {
  let prepared = cache.get(template);
  if (prepared === undefined) {
    prepared = make(template);
    cache.set(template, prepared);
  }
  return prepared;
}

function make(template: Template): Prepared {
  const { slots, tail } = template;
  const byName = new Map<string, number[]>();
  slots.forEach(({ name }, index) => {
    byName.set(name, [...(byName.get(name) ?? []), index]);
  });
  return {
    byName,
    pages: tail.pages.map(({ page, number, fill }) => ({
      number,
      page,
      fill,
      streamHead: bytes(`${fill} 0 obj\n<</Length 000000>>stream\n`),
      slots: slots.flatMap((slot, index) => (slot.page === page ? [prepareSlot(slot, index)] : [])),
    })),
    flat: variant(tail, "flat", []),
    external: variant(tail, "external", tail.external),
    trailer: bytes(
      `/Root ${tail.root.number} 0 R${tail.info === undefined ? "" : `/Info ${tail.info} 0 R`}/ID[<${tail.id}><`,
    ),
  };
}

function variant(tail: Tail, key: "flat" | "external", further: Tail["external"]): Variant {
  const objects = [tail.root, ...tail.roles].map((object: TailObject) => ({
    number: object.number,
    bytes: bytes(object[key]),
  }));
  return {
    pages: tail.pages.map((page) => [bytes(page[key][0]), bytes(page[key][1])]),
    objects: [...objects, ...further.map(({ number, text }) => ({ number, bytes: bytes(text) }))],
  };
}

function prepareSlot(slot: Slot, index: number): PreparedSlot {
  const tagged = slot.mcid !== undefined;
  const marks = tagged ? `/Form<</MCID ${slot.mcid}>>BDC\n` : "";
  const ticked = tagged ? `/Form<</MCID ${slot.mcid}/ActualText(X)>>BDC\n` : "";
  const end = tagged ? "EMC\n" : "";
  return {
    slot,
    index,
    opening: bytes(`${marks}BT`),
    closing: bytes(`ET\n${slot.kind === "comb" ? "EMC\n" : ""}${end}`),
    longest: 4 * limitOf(slot) + 256,
    mark: bytes(slot.kind === "check" ? ticked + cross(slot) + end : ""),
    empty: bytes(marks + end),
  };
}

/** Two strokes within the box. A path needs no font and looks the same in every reader. */
function cross({ rect }: Slot): string {
  const side = Math.min(rect.width, rect.height) * 0.62;
  const left = rect.x + (rect.width - side) / 2;
  const bottom = rect.y + (rect.height - side) / 2;
  const at = (x: number, y: number): string => `${Number(x.toFixed(2))} ${Number(y.toFixed(2))}`;
  const width = Number(Math.max(0.8, side * 0.16).toFixed(2));
  return (
    `q 1 J ${width} w ${at(left, bottom)} m ${at(left + side, bottom + side)} l ` +
    `${at(left, bottom + side)} m ${at(left + side, bottom)} l S Q\n`
  );
}

function bytes(text: string): Uint8Array {
  return Buffer.from(text, "latin1");
}
