import { constants, deflateSync, inflateSync } from "node:zlib";
import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from "@cantoo/pdf-lib";

/** Object numbers of the written file. A reference to an object that is not written becomes `null`. */
export type Numbering = (ref: PDFRef) => number | undefined;

/** An object in PDF syntax, one character per byte, with no space that is not needed. */
export function serialize(object: PDFObject, numbering: Numbering): string {
  if (object instanceof PDFRef) {
    const number = numbering(object);
    return number === undefined ? "null" : `${number} 0 R`;
  }
  if (object instanceof PDFStream) throw new Error("A stream cannot be inside another object.");
  if (object instanceof PDFDict) return serializeDict(object, numbering);
  if (object instanceof PDFArray) {
    return `[${object.asArray().reduce((text, item) => joined(text, serialize(item, numbering)), "")}]`;
  }
  if (object instanceof PDFNumber) return shortNumber(object.asNumber());
  const bytes = new Uint8Array(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  return Buffer.from(bytes).toString("latin1");
}

export function serializeDict(dict: PDFDict, numbering: Numbering, without: readonly string[] = []): string {
  let text = "";
  for (const [key, value] of dict.entries()) {
    if (without.includes(key.decodeText())) continue;
    const written = serialize(value, numbering);
    if (written !== "null") text += joined(key.asString(), written);
  }
  return `<<${text}>>`;
}

/** A stream as the body of an object, packed as tightly as we can. */
export function serializeStream(stream: PDFStream, numbering: Numbering): Buffer {
  const { bytes, repacked } = packed(stream);
  const without = repacked ? ["Length", "DL", "Filter"] : ["Length", "DL"];
  const dict = serializeDict(stream.dict, numbering, without).slice(0, -2);
  const filter = repacked ? "/Filter/FlateDecode" : "";
  return Buffer.concat([
    Buffer.from(`${dict}${filter}/Length ${bytes.length}>>stream\n`, "latin1"),
    bytes,
    Buffer.from("\nendstream", "latin1"),
  ]);
}

/** Some agency files hold streams whose packing ends too early, which strict readers report; those are fixed. */
export function packed(stream: PDFStream): { readonly bytes: Uint8Array; readonly repacked: boolean } {
  const contents = stream instanceof PDFRawStream ? stream.contents : stream.getContents();
  const filter = stream.dict.lookup(PDFName.of("Filter"));
  if (filter === undefined) return { bytes: deflateSync(contents, { level: 9 }), repacked: true };
  const plain = filter instanceof PDFArray && filter.size() === 1 ? filter.lookup(0) : filter;
  if (plain !== PDFName.of("FlateDecode")) return { bytes: contents, repacked: false };
  // Differences between rows, where there are any, stay: only the packing around them is redone.
  const unpacked = inflateSync(contents, { finishFlush: constants.Z_SYNC_FLUSH });
  return { bytes: deflateSync(unpacked, { level: 9 }), repacked: true };
}

export function joined(before: string, after: string): string {
  const open = /^[/[<(]/.test(after);
  const closed = before === "" || /[\])>]$/.test(before);
  return open || closed ? before + after : `${before} ${after}`;
}

/** Five decimals of a point are finer than any printer; small numbers are factors, such as 1/2048 of a font. */
export function shortNumber(value: number): string {
  if (Number.isInteger(value)) return String(value);
  const text = value.toFixed(Math.abs(value) < 1 ? 10 : 5).replace(/\.?0+$/, "");
  return text === "-0" ? "0" : text.replace(/^(-?)0\./, "$1.");
}
