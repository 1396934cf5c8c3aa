/** Distinguished Encoding Rules of ASN.1, the little of them that a signature needs. */

export function sequence(...parts: readonly Uint8Array[]): Buffer {
  return tagged(0x30, ...parts);
}

/** The rules demand that members of a set are in the order of their bytes. */
export function setOf(...parts: readonly Uint8Array[]): Buffer {
  return tagged(0x31, ...[...parts].sort(Buffer.compare));
}

export function octets(bytes: Uint8Array): Buffer {
  return tagged(0x04, bytes);
}

export function integer(value: number): Buffer {
  return tagged(0x02, Buffer.of(value));
}

export const nothing = Buffer.of(0x05, 0x00);

export function objectId(text: string): Buffer {
  const [first, second, ...rest] = text.split(".").map(Number);
  const bytes = [first! * 40 + second!];
  for (const part of rest) {
    const groups = [part & 0x7f];
    for (let left = part >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return tagged(0x06, Buffer.from(bytes));
}

export function tagged(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  if (body.length < 0x80) return Buffer.concat([Buffer.of(tag, body.length), body]);
  const hex = body.length.toString(16);
  const length = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex");
  return Buffer.concat([Buffer.of(tag, 0x80 | length.length), length, body]);
}

export interface Element {
  readonly tag: number;
  /** With tag and length. */
  readonly whole: Buffer;
  readonly body: Buffer;
}

/** The elements that are side by side in the bytes. */
export function elements(bytes: Buffer): Element[] {
  const found: Element[] = [];
  let at = 0;
  while (at < bytes.length) {
    const tag = bytes[at]!;
    const short = bytes[at + 1]!;
    const extra = short < 0x80 ? 0 : short & 0x7f;
    const length = extra === 0 ? short : bytes.readUIntBE(at + 2, extra);
    const start = at + 2 + extra;
    found.push({
      tag,
      whole: bytes.subarray(at, start + length),
      body: bytes.subarray(start, start + length),
    });
    at = start + length;
  }
  return found;
}
