import { createHash } from "node:crypto";
import { inflateSync } from "node:zlib";
import { plainRows, tableEntries } from "../references.js";
import { signDetached } from "./cms.js";
import type { SealCredentials } from "./credentials.js";

/**
 * Signs a completed file (PAdES B-B), so that any later change shows. `time` is the instant of the stamp printed
 * on the form. Works on what `fill` returns in mode SIGN: nothing is parsed but our own few lines at the end.
 * The signature is appended, as signatures are, and covers every byte before and after itself.
 */
export function seal(pdf: Uint8Array, credentials: SealCredentials, time: Date): Uint8Array {
  const file = readEnd(pdf);
  const first = file.size;
  const reserved = credentials.certificates.reduce((sum, { length }) => sum + length, 2048);
  const chunks: Buffer[] = [];
  const offsets = new Map<number, number>();
  let length = pdf.length;
  const append = (number: number, body: string): void => {
    offsets.set(number, length);
    const bytes = Buffer.from(`${number} 0 obj${body}\nendobj\n`, "latin1");
    chunks.push(bytes);
    length += bytes.length;
  };
  append(first, signatureDictionary(time, reserved));
  append(
    first + 1,
    `<</Type/Annot/Subtype/Widget/FT/Sig/T(seal)/V ${first} 0 R/F 132/Rect[0 0 0 0]/P ${file.page.number} 0 R>>`,
  );
  append(file.page.number, withAnnotation(file.page.body, first + 1));
  append(
    file.root.number,
    `${file.root.body.slice(0, -2)}/AcroForm<</SigFlags 3/Fields[${first + 1} 0 R]>>>>`,
  );
  chunks.push(references(file, offsets, length));
  const sealed = Buffer.concat([pdf, ...chunks]);
  return signInto(sealed, offsets.get(first)!, reserved, credentials);
}

interface End {
  readonly startxref: number;
  readonly size: number;
  /** `/Root`, `/Info` and `/ID` as they are. */
  readonly entries: string;
  readonly root: PlainObject;
  readonly page: PlainObject;
}

interface PlainObject {
  readonly number: number;
  readonly body: string;
}

function readEnd(pdf: Uint8Array): End {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const end = /startxref\n(\d+)\n%%EOF\n$/.exec(bytes.toString("latin1", Math.max(0, bytes.length - 40)));
  const startxref = Number(end?.[1] ?? Number.NaN);
  const head = bytes.toString("latin1", startxref, startxref + 400);
  const dict = /^\d+ 0 obj<<(.*?)\/Size (\d+)(\/Root (\d+) 0 R.*?)\/Length (\d+)>>stream\n/s.exec(head);
  if (dict === null || dict[1] !== tableEntries) {
    throw new Error("Only a file completed by this service can be sealed.");
  }
  const table = startxref + dict[0].length;
  const rows = Buffer.from(plainRows(inflateSync(bytes.subarray(table, table + Number(dict[5])))));
  const object = (number: number): PlainObject => {
    const start = rows.readUIntBE(number * 5 + 1, 3);
    const text = bytes.toString("latin1", start, bytes.indexOf("\nendobj\n", start, "latin1"));
    return { number, body: text.slice(`${number} 0 obj`.length) };
  };
  const root = object(Number(dict[4]));
  if (root.body.includes("/AcroForm")) throw new Error("A file with open fields cannot be sealed.");
  const pages = object(numberAfter("/Pages", root.body));
  return {
    startxref,
    size: Number(dict[2]),
    entries: dict[3]!,
    root,
    page: object(numberAfter("/Kids[", pages.body)),
  };
}

function numberAfter(key: string, body: string): number {
  return Number.parseInt(body.slice(body.indexOf(key) + key.length), 10);
}

/** Widths of the numbers in the byte range, which is known only after everything else is written. */
const rangeWidth = 10;

function signatureDictionary(time: Date, reserved: number): string {
  const stamp = time.toISOString().replace(/[-:T]/g, "").slice(0, 14);
  const range = Array.from({ length: 3 }, () => " ".repeat(rangeWidth)).join("");
  return (
    `<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/M(D:${stamp}Z)` +
    `/ByteRange[0${range}]/Contents<${"0".repeat(reserved * 2)}>>>`
  );
}

function withAnnotation(page: string, annotation: number): string {
  const reference = `${annotation} 0 R]`;
  const array = /\/Annots\[[^\]]*\]/.exec(page);
  if (array === null) return `${page.slice(0, -2)}/Annots[${reference}>>`;
  return page.replace(array[0], `${array[0].slice(0, -1)} ${reference}`);
}

function references(file: End, offsets: ReadonlyMap<number, number>, start: number): Buffer {
  const number = file.size + 2;
  const rows = [...offsets, [number, start] as const].sort(([a], [b]) => a - b);
  const table = Buffer.alloc(rows.length * 5);
  rows.forEach(([, offset], index) => {
    table.writeUInt8(1, index * 5);
    table.writeUIntBE(offset, index * 5 + 1, 3);
  });
  const index = rows.map(([row]) => `${row} 1`).join(" ");
  return Buffer.concat([
    Buffer.from(
      `${number} 0 obj<</Type/XRef/W[1 3 1]/Size ${number + 1}/Index[${index}]${file.entries}/Prev ${file.startxref}` +
        `/Length ${table.length}>>stream\n`,
      "latin1",
    ),
    table,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`, "latin1"),
  ]);
}

function signInto(file: Buffer, from: number, reserved: number, credentials: SealCredentials): Buffer {
  const opening = file.indexOf("/Contents<", from, "latin1") + "/Contents".length;
  const closing = opening + reserved * 2 + 2;
  const range = [opening, closing, file.length - closing]
    .map((value) => ` ${value}`.padEnd(rangeWidth))
    .join("");
  file.write(range, file.indexOf("/ByteRange[0", from, "latin1") + "/ByteRange[0".length, "latin1");
  const digest = createHash("sha256")
    .update(file.subarray(0, opening))
    .update(file.subarray(closing))
    .digest();
  const signature = signDetached(digest, credentials);
  if (signature.length > reserved)
    throw new Error("The seal's signature is longer than the room reserved for it.");
  file.write(signature.toString("hex"), opening + 1, "latin1");
  return file;
}
