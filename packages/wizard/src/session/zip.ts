export interface ZippedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Several files as one ZIP archive (APPNOTE 6.3), not compressed: PDFs already are. All dates are 1980-01-01, the first one
 * that the format has. Names are UTF-8.
 */
export function zipOf(files: readonly ZippedFile[]): Uint8Array {
  const local: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes } of uniquelyNamed(files)) {
    const title = new TextEncoder().encode(name);
    // Version 2.0, UTF-8 name, stored, time, date, checksum, sizes, lengths of the name and of extra data.
    const common = [2, 20, 2, 0x0800, 2, 0, 2, 0, 2, 0x21, 4, crc32(bytes), 4, bytes.length, 4, bytes.length];
    const header = [...common, 2, title.length, 2, 0];
    const entry = [fieldsOf(4, 0x04034b50, ...header), title, bytes];
    local.push(...entry);
    central.push(fieldsOf(4, 0x02014b50, 2, 20, ...header, 2, 0, 2, 0, 2, 0, 4, 0, 4, offset), title);
    offset += lengthOf(entry);
  }
  const count = files.length;
  const end = fieldsOf(4, 0x06054b50, 2, 0, 2, 0, 2, count, 2, count, 4, lengthOf(central), 4, offset, 2, 0);
  return joined([...local, ...central, end]);
}

/** A second file with the same name would replace the first one when it is unpacked. */
function uniquelyNamed(files: readonly ZippedFile[]): readonly ZippedFile[] {
  return files.map(({ name, bytes }, index) => {
    const same = files.slice(0, index).filter((one) => one.name === name).length;
    return { name: same === 0 ? name : name.replace(/(\.\w+)?$/, ` (${same + 1})$1`), bytes };
  });
}

/** Pairs of a width in bytes and a number, little-endian. */
function fieldsOf(...pairs: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  for (let at = 0; at < pairs.length; at += 2)
    for (let shift = 0; shift < (pairs[at] ?? 0); shift += 1)
      bytes.push(((pairs[at + 1] ?? 0) >>> (8 * shift)) & 0xff);
  return Uint8Array.from(bytes);
}

function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(lengthOf(parts));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
