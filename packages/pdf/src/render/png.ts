import { crc32, deflateSync } from "node:zlib";

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Four bytes per pixel: red, green, blue, and one that is ignored. */
  readonly data: Uint8Array;
}

/** Eight bits per pixel when the image has no color, which most forms do not, else twenty-four. */
export function encodePng({ width, height, data }: Picture): Uint8Array {
  const channels = hasColour(data) ? 3 : 1;
  const rows = Buffer.alloc((width * channels + 1) * height);
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    // Row filter 0: large white areas and equal letters pack best as they are.
    at += 1;
    for (let pixel = y * width * 4; pixel < (y + 1) * width * 4; pixel += 4) {
      for (let channel = 0; channel < channels; channel += 1) rows[at++] = data[pixel + channel]!;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = channels === 3 ? 2 : 0;
  return Buffer.concat([
    Buffer.from("\u0089PNG\r\n\u001a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function hasColour(data: Uint8Array): boolean {
  for (let pixel = 0; pixel < data.length; pixel += 4) {
    if (data[pixel] !== data[pixel + 1] || data[pixel] !== data[pixel + 2]) return true;
  }
  return false;
}

function chunk(type: string, body: Buffer): Buffer {
  const bytes = Buffer.alloc(body.length + 12);
  bytes.writeUInt32BE(body.length, 0);
  bytes.write(type, 4, "latin1");
  body.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, body.length + 8)), body.length + 8);
  return bytes;
}
