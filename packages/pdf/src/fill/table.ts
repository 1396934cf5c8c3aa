import { adler32, differenceRow, rowLength, tableEntries } from "../references.js";
import type { Template } from "../template.js";
import { readyLength } from "./ready-parts.js";
import { ensure, type Sink, writeBytes, writeInteger, writeText } from "./sink.js";

/** The reference table: constant rows as they were packed, then one for each object of this request. */
export function writeTable(
  sink: Sink,
  template: Template,
  trailer: Uint8Array,
  offsets: number[],
  number: number,
): void {
  const { tail, xref } = template;
  const start = sink.length;
  const second = identifier(sink, readyLength(template));
  offsets[number - tail.constants - 1] = start;
  const count = number - tail.constants;
  const rows = count * rowLength;
  writeInteger(sink, number);
  writeText(sink, tableHead);
  writeInteger(sink, number + 1);
  writeBytes(sink, trailer);
  writeText(sink, second);
  writeText(sink, ">]/Length ");
  writeInteger(sink, xref.length + storedHead + rows + 4);
  writeText(sink, ">>stream\n");
  writeBytes(sink, xref);
  ensure(sink, storedHead + rows + 4);
  const { bytes } = sink;
  // One last block, stored as it is (RFC 1951, 3.2.4).
  bytes[sink.length] = 1;
  bytes.writeUInt16LE(rows, sink.length + 1);
  bytes.writeUInt16LE(~rows & 0xffff, sink.length + 3);
  const first = sink.length + storedHead;
  // The kind, the three bytes of the place and the index of the row above.
  let [kind, high, middle, low, place] = tail.lastRow as [number, number, number, number, number];
  for (let index = 0; index < count; index += 1) {
    const offset = offsets[index]!;
    const at = first + index * rowLength;
    bytes[at] = differenceRow;
    bytes[at + 1] = 1 - kind;
    bytes[at + 2] = (offset >>> 16) - high;
    bytes[at + 3] = (offset >>> 8) - middle;
    bytes[at + 4] = offset - low;
    bytes[at + 5] = 0 - place;
    kind = 1;
    high = offset >>> 16;
    middle = offset >>> 8;
    low = offset;
    place = 0;
  }
  bytes.writeUInt32BE(adler32(bytes, first, first + rows, tail.checksum), first + rows);
  sink.length = first + rows + 4;
  writeText(sink, "\nendstream\nendobj\nstartxref\n");
  writeInteger(sink, start);
  writeText(sink, "\n%%EOF\n");
}

const tableHead = ` 0 obj\n<<${tableEntries}/Size `;
const storedHead = 5;

/**
 * Second half of the file identifier: differs with what is printed after the constant bytes. A running sum is enough,
 * because it protects nothing.
 */
function identifier({ bytes, length }: Sink, constant: number): string {
  const printed = length - constant;
  let sum = constant;
  for (let at = constant; at + 4 <= length; at += 4) sum = Math.imul(sum ^ bytes.readInt32LE(at), 0x01000193);
  const hex = (sum >>> 0).toString(16).toUpperCase().padStart(8, "0");
  return hex + printed.toString(16).toUpperCase().padStart(8, "0") + hex.repeat(2);
}
