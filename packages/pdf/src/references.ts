/**
 * The table that tells a reader where each object starts, in the form that compilation, filling and sealing share: a
 * row of five bytes per object (kind, three for the place, one for the index in an object stream), each led by the byte
 * that says that it is the difference from the row above (ISO 32000, 7.4.4.4). Thousands of constant rows pack into a
 * few hundred bytes; rows of a request follow unpacked. Plain rows between them are allowed, but not every reader
 * supports them.
 */
export const rowLength = 6;

/** Entries of the stream that contains the table. */
export const tableEntries = "/Type/XRef/W[1 3 1]/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 5>>";

/** Leads a row that is the difference from the row above. */
export const differenceRow = 2;

/** Adler-32 of RFC 1950, which ends packed data; continued from the sum of what came before. */
export function adler32(bytes: Uint8Array, start: number, end: number, before = 1): number {
  let low = before & 0xffff;
  let high = before >>> 16;
  for (let at = start; at < end; at += 1) {
    low = (low + bytes[at]!) % 65521;
    high = (high + low) % 65521;
  }
  return ((high << 16) | low) >>> 0;
}

/** Rows of an unpacked table, five bytes each. `above` is the row before the first one. */
export function plainRows(table: Uint8Array, above: readonly number[] = [0, 0, 0, 0, 0]): Uint8Array {
  const count = table.length / rowLength;
  const rows = new Uint8Array(count * 5);
  for (let row = 0; row < count; row += 1) {
    const isDifference = table[row * rowLength] === differenceRow;
    for (let column = 0; column < 5; column += 1) {
      const before = row === 0 ? above[column]! : rows[(row - 1) * 5 + column]!;
      rows[row * 5 + column] = table[row * rowLength + 1 + column]! + (isDifference ? before : 0);
    }
  }
  return rows;
}
