import { type OpeningKind, openingDigest } from "./font/opening.js";

/**
 * A blank made ready for filling: constant bytes at the start of every completed file, and the places values go.
 * Made by `compileTemplate`, kept as plain bytes by `encodeTemplate`, used by `fill`.
 */
export interface Template {
  readonly slots: readonly Slot[];
  readonly pages: readonly PageSize[];
  /** What all files of this kind start with: fonts. Not part of the template, so that forms share it. */
  readonly opening: OpeningKind;
  /** What follows the opening in every completed file. A multiple of three long. */
  readonly ready: Uint8Array;
  /** Packed rows of the reference table for object 0, the opening and the objects in `ready`; see `references.ts`. */
  readonly xref: Uint8Array;
  readonly tail: Tail;
}

/** One place on a page where a value is printed. A field with several widgets has several slots of one name. */
export interface Slot {
  readonly name: string;
  /** From 0. */
  readonly page: number;
  readonly rect: Rect;
  readonly kind: "text" | "check" | "comb" | "multiline";
  readonly align: "left" | "center" | "right";
  /** Size in points at which a value is printed when it fits. */
  readonly fontSize: number;
  /** Smallest size a long value is shrunk to before it is rejected. */
  readonly floor: number;
  /** Number of comb cells. */
  readonly cells?: number;
  /** `text`: something else that the person who signs writes. All three are live fields for an external signature. */
  readonly role?: "signature" | "date" | "text";
  /** Describes the field's content; screen readers read it aloud. */
  readonly tooltip?: string;
  /** Marked-content id that binds the printed value to the structure tree, in a tagged file. */
  readonly mcid?: number;
}

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** The objects written after `ready`, as text in PDF syntax (one character per byte). Only `fill` reads it. */
export interface Tail {
  /** Object numbers up to and including this one are in the opening and in `ready`. */
  readonly constants: number;
  /** Adler-32 of the rows packed in `xref`, to be continued over those of a request. */
  readonly checksum: number;
  /** The last row packed in `xref`: those of a request continue from it. */
  readonly lastRow: readonly number[];
  /** Hexadecimal first half of the file identifier. */
  readonly id: string;
  readonly info?: number;
  readonly root: TailObject;
  readonly pages: readonly TailPage[];
  /** Structure elements of the slots that have a role: printed text in one case, a live field in the other. */
  readonly roles: readonly TailObject[];
  /** AcroForm and live fields, only for SIGN_EXTERNALLY. Their numbers start at `next`. */
  readonly external: readonly { readonly number: number; readonly text: string }[];
  /** First object number not used by `root`, `pages` and `roles`. */
  readonly next: number;
}

export interface TailObject {
  readonly number: number;
  readonly flat: string;
  readonly external: string;
}

/** A page that takes values. Its object is split in two, where names of further fonts can be added. */
export interface TailPage {
  readonly page: number;
  readonly number: number;
  /** Object number of the content stream that `fill` writes. */
  readonly fill: number;
  readonly flat: readonly [string, string];
  readonly external: readonly [string, string];
}

/** Names under which filled pages know the fonts of values; `compileTemplate` rejects a blank that uses them. */
export const valueFonts = { regular: "WfR", arimo: "WfA", dejavu: "WfD" } as const;

export function encodeTemplate(template: Template): Uint8Array {
  const { slots, pages, opening, tail } = template;
  const fonts = openingDigest;
  const header = Buffer.from(JSON.stringify({ slots, pages, opening, fonts, tail }), "utf8");
  const bytes = Buffer.alloc(fixedLength + header.length + template.xref.length + template.ready.length);
  bytes.write(magic, 0, "latin1");
  bytes.writeUInt32LE(header.length, 4);
  bytes.writeUInt32LE(template.xref.length, 8);
  bytes.writeUInt32LE(template.ready.length, 12);
  bytes.set(header, fixedLength);
  bytes.set(template.xref, fixedLength + header.length);
  bytes.set(template.ready, fixedLength + header.length + template.xref.length);
  return bytes;
}

/** The large parts of the result are views into `bytes`, which must not be changed afterwards. */
export function decodeTemplate(bytes: Uint8Array): Template {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < fixedLength || view.toString("latin1", 0, 4) !== magic) {
    throw new Error("These bytes are not a compiled PDF template.");
  }
  const headerEnd = fixedLength + view.readUInt32LE(4);
  const xrefEnd = headerEnd + view.readUInt32LE(8);
  const readyEnd = xrefEnd + view.readUInt32LE(12);
  if (view.length !== readyEnd)
    throw new Error("The compiled PDF template is cut short or has bytes after its end.");
  const header = JSON.parse(view.toString("utf8", fixedLength, headerEnd)) as Pick<
    Template,
    "slots" | "pages" | "opening" | "tail"
  > & { readonly fonts: string };
  if (header.fonts !== openingDigest) throw new Error("The PDF template was compiled with other fonts.");
  return {
    slots: header.slots,
    pages: header.pages,
    opening: header.opening,
    tail: header.tail,
    xref: view.subarray(headerEnd, xrefEnd),
    ready: view.subarray(xrefEnd, readyEnd),
  };
}

const magic = "WFT3";
const fixedLength = 16;
