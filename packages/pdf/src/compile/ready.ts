import { deflateSync, constants as zlib } from "node:zlib";
import { PDFArray, type PDFContext, PDFDict, type PDFObject, PDFRef, PDFStream } from "@cantoo/pdf-lib";
import { type OpeningKind, openings } from "../font/opening.js";
import { adler32, differenceRow, rowLength } from "../references.js";
import type { Template } from "../template.js";
import { type Numbering, serialize, serializeStream } from "./serialize.js";

export interface ReadyPlan {
  /** What the file starts with. */
  readonly opening: OpeningKind;
  /** Objects of the opening, with their numbers there. */
  readonly opened: ReadonlyMap<PDFRef, number>;
  /** Where the walk over the objects starts; also the order of their numbers. */
  readonly roots: readonly PDFRef[];
  /** Written per request, numbered after all others, in this order. */
  readonly variable: readonly PDFRef[];
  /** Never packed into an object stream, so that `seal` can read them without unpacking. */
  readonly plain: ReadonlySet<PDFRef>;
}

export interface Ready {
  readonly ready: Uint8Array;
  /** Rows of the reference table for object 0 and the constant objects, five bytes each. */
  readonly rows: Uint8Array;
  /** Highest number of a constant object. */
  readonly constants: number;
  readonly numbering: Numbering;
}

/** Writes every object that can be reached and does not change from request to request; nothing else survives. */
export function writeReady(context: PDFContext, plan: ReadyPlan): Ready {
  const variable = new Set(plan.variable);
  const found = reach(context, plan, variable);
  const constant = found.filter((ref) => !variable.has(ref));
  const packed = constant.filter(
    (ref) => !plan.plain.has(ref) && !(context.lookup(ref) instanceof PDFStream),
  );
  const single = constant.filter((ref) => plan.plain.has(ref) || context.lookup(ref) instanceof PDFStream);
  const groups = Array.from({ length: Math.ceil(packed.length / groupSize) }, (_, index) =>
    packed.slice(index * groupSize, (index + 1) * groupSize),
  );
  const numbers = new Map<PDFRef, number>();
  const { bytes: opening, offsets } = openings[plan.opening];
  for (const ref of [...packed, ...single]) numbers.set(ref, offsets.length + numbers.size + 1);
  const firstGroup = offsets.length + numbers.size + 1;
  const constants = firstGroup - 1 + groups.length;
  for (const [ref, number] of plan.opened) numbers.set(ref, number);
  plan.variable.forEach((ref, index) => {
    numbers.set(ref, constants + 1 + index);
  });
  const numbering: Numbering = (ref) => numbers.get(ref);

  const xref = Buffer.alloc((constants + 1) * 5);
  const chunks: Buffer[] = [];
  let length = opening.length;
  const startsAt = (number: number, offset: number): void => {
    if (offset > 0xff_ffff) throw new Error("The blank is too large: over 16 MB.");
    xref.writeUInt8(1, number * 5);
    xref.writeUIntBE(offset, number * 5 + 1, 3);
  };
  offsets.forEach((offset, index) => {
    startsAt(index + 1, offset);
  });
  const append = (number: number, body: Buffer): void => {
    const bytes = Buffer.concat([Buffer.from(`${number} 0 obj\n`), body, Buffer.from("\nendobj\n")]);
    startsAt(number, length);
    chunks.push(bytes);
    length += bytes.length;
  };
  for (const ref of single) {
    const object = context.lookup(ref)!;
    const body =
      object instanceof PDFStream
        ? serializeStream(object, numbering)
        : Buffer.from(serialize(object, numbering), "latin1");
    append(numbers.get(ref)!, body);
  }
  groups.forEach((group, index) => {
    group.forEach((ref, place) => {
      const at = numbers.get(ref)! * 5;
      xref.writeUInt8(2, at);
      xref.writeUIntBE(firstGroup + index, at + 1, 3);
      xref.writeUInt8(place, at + 4);
    });
    append(firstGroup + index, objectStream(context, group, numbering));
  });
  chunks.push(Buffer.alloc((3 - (length % 3)) % 3, "\n"));
  return { ready: Buffer.concat(chunks), rows: xref, constants, numbering };
}

/** Rows packed so that those of a request can be added: not ended, with the checksum to continue from. */
export function packedRows(
  rows: Uint8Array,
): Pick<Template, "xref"> & Pick<Template["tail"], "checksum" | "lastRow"> {
  const table = differences(rows);
  return {
    xref: deflateSync(table, { level: 9, finishFlush: zlib.Z_SYNC_FLUSH }),
    checksum: adler32(table, 0, table.length),
    lastRow: [...rows.subarray(-5)],
  };
}

export function differences(rows: Uint8Array): Buffer {
  const table = Buffer.alloc((rows.length / 5) * rowLength);
  for (let row = 0; row < rows.length / 5; row += 1) {
    table[row * rowLength] = differenceRow;
    for (let column = 0; column < 5; column += 1) {
      const above = row === 0 ? 0 : rows[(row - 1) * 5 + column]!;
      table[row * rowLength + 1 + column] = rows[row * 5 + column]! - above;
    }
  }
  return table;
}

/** One byte of the cross-reference entry contains the place in the object stream. */
const groupSize = 256;

function objectStream(context: PDFContext, refs: readonly PDFRef[], numbering: Numbering): Buffer {
  const bodies = refs.map((ref) => serialize(context.lookup(ref)!, numbering));
  let offset = 0;
  const heads = refs.map((ref, index) => {
    const head = `${numbering(ref)} ${offset}`;
    offset += bodies[index]!.length + 1;
    return head;
  });
  const first = `${heads.join(" ")}\n`;
  const bytes = deflateSync(Buffer.from(first + bodies.join("\n"), "latin1"), { level: 9 });
  const dict = `<</Type/ObjStm/N ${refs.length}/First ${first.length}/Filter/FlateDecode/Length ${bytes.length}>>stream\n`;
  return Buffer.concat([Buffer.from(dict, "latin1"), bytes, Buffer.from("\nendstream", "latin1")]);
}

function reach(context: PDFContext, plan: ReadyPlan, variable: ReadonlySet<PDFRef>): PDFRef[] {
  const seen = new Set<PDFRef>();
  const pending: PDFObject[] = [...plan.roots, ...plan.variable].reverse();
  while (pending.length > 0) {
    const object = pending.pop()!;
    if (object instanceof PDFRef) {
      if (seen.has(object) || plan.opened.has(object)) continue;
      const target = context.lookup(object);
      if (target === undefined && !variable.has(object)) continue;
      seen.add(object);
      if (target !== undefined) pending.push(target);
    } else if (object instanceof PDFArray) pending.push(...object.asArray().slice().reverse());
    else if (object instanceof PDFDict) pending.push(...object.values().reverse());
    else if (object instanceof PDFStream) {
      pending.push(
        ...object.dict.entries().flatMap(([key, value]) => (key.decodeText() === "Length" ? [] : [value])),
      );
    }
  }
  return [...seen];
}
