import { inflateRawSync } from "node:zlib";

const maxEntries = 1000;
/** Attributes in columns of fixed width are compressed by up to about 100. */
const maxRatio = 200;
const smallBytes = 1_000_000;

export class TooLargeError extends Error {}

/**
 * The files of a zip file whose names, in small letters, match. Throws if it is damaged, or if they have more bytes than this: sizes are
 * added up before anything is decompressed, and decompression stops at the size that the directory has.
 */
export function unzip(bytes: Uint8Array, wanted: RegExp, maxBytes: number): ReadonlyMap<string, Buffer> {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = directoryOf(zip).filter(({ name }) => wanted.test(name));
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > maxBytes) throw new TooLargeError();
  const files = new Map<string, Buffer>();
  for (const { name, method, packed, size, at } of entries) {
    if (files.has(name)) throw new Error("two files of one name");
    const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
    const content = zip.subarray(start, start + packed);
    if (content.length !== packed || size > Math.max(smallBytes, maxRatio * packed))
      throw new Error("cut off, or compressed too much");
    // Room for one byte, so that an empty file can be read.
    const file = method === 8 ? inflateRawSync(content, { maxOutputLength: size + 1 }) : content;
    if (file.length !== size) throw new Error("of another size than its directory says");
    files.set(name, file);
  }
  return files;
}

interface Entry {
  readonly name: string;
  /** 0: stored; 8: deflated. */
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

/** Encrypted, split, and very large (Zip64) files do not occur here, and count as damaged. */
function directoryOf(zip: Buffer): readonly Entry[] {
  const end = zip.lastIndexOf("PK\x05\x06", undefined, "latin1");
  const count = zip.readUInt16LE(end + 10);
  if (end < 0 || count > maxEntries) throw new Error("no directory, or too many files");
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    const [flags, method] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10)];
    if (zip.readUInt32BE(at) !== 0x504b0102 || (flags & 1) !== 0 || (method !== 0 && method !== 8))
      throw new Error("not a file that can be read");
    const [length, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const entry = {
      name: zip.toString("utf8", at + 46, at + 46 + length!).toLowerCase(),
      method,
      packed: zip.readUInt32LE(at + 20),
      size: zip.readUInt32LE(at + 24),
      at: zip.readUInt32LE(at + 42),
    };
    at += 46 + length! + extra! + comment!;
    return entry;
  });
}
