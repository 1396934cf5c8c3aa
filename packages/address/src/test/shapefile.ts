import { crc32, deflateRawSync } from "node:zlib";

interface Shape {
  readonly attributes: Readonly<Record<string, string>>;
  readonly ring: readonly (readonly [x: number, y: number])[];
}

/** As the ESRI Shapefile technical description of 1998 and the dBASE III format say, stored in a zip file. */
export function zippedShapefile(name: string, shapes: readonly Shape[]): Uint8Array {
  return zip({ [`${name}.shp`]: shp(shapes), [`${name}.dbf`]: dbf(shapes) });
}

export interface Packing {
  /** 8: deflated. */
  readonly method?: 0 | 8;
  /** What the directory says, instead of the true size. */
  readonly size?: number;
  readonly flags?: number;
}

/** Outer rings are clockwise. */
export function shp(shapes: readonly Shape[]): Buffer {
  const records = shapes.map(({ ring }, index) => {
    const points = [...ring].reverse();
    const box = [0, 1].map((axis) => points.map((point) => point[axis]!));
    const content = Buffer.alloc(48 + 16 * points.length);
    content.writeInt32LE(5, 0);
    const [xs, ys] = box as [number[], number[]];
    for (const [at, value] of [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].entries())
      content.writeDoubleLE(value, 4 + 8 * at);
    content.writeInt32LE(1, 36);
    content.writeInt32LE(points.length, 40);
    for (const [at, [x, y]] of points.entries()) {
      content.writeDoubleLE(x, 48 + 16 * at);
      content.writeDoubleLE(y, 56 + 16 * at);
    }
    const header = Buffer.alloc(8);
    header.writeInt32BE(index + 1, 0);
    header.writeInt32BE(content.length / 2, 4);
    return Buffer.concat([header, content]);
  });
  const body = Buffer.concat(records);
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE((100 + body.length) / 2, 24);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(5, 32);
  return Buffer.concat([header, body]);
}

export function dbf(shapes: readonly Shape[]): Buffer {
  const fields = Object.keys(shapes[0]!.attributes);
  const width = 30;
  const header = Buffer.alloc(32 + 32 * fields.length + 1);
  header.writeUInt8(3, 0);
  header.writeUInt32LE(shapes.length, 4);
  header.writeUInt16LE(header.length, 8);
  header.writeUInt16LE(1 + width * fields.length, 10);
  for (const [at, field] of fields.entries()) {
    header.write(field, 32 + 32 * at, "latin1");
    header.write("C", 32 + 32 * at + 11, "latin1");
    header.writeUInt8(width, 32 + 32 * at + 16);
  }
  header.writeUInt8(0x0d, header.length - 1);
  const rows = shapes.map(
    ({ attributes }) => ` ${fields.map((field) => attributes[field]!.padEnd(width)).join("")}`,
  );
  return Buffer.concat([header, Buffer.from(rows.join(""), "latin1"), Buffer.from([0x1a])]);
}

export function zip(
  files: Readonly<Record<string, Uint8Array>>,
  { method = 0, size, flags = 0 }: Packing = {},
): Uint8Array {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = method === 8 ? deflateRawSync(content) : content;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size ?? content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), common, place, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(locals.length, 8);
  end.writeUInt16LE(locals.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Uint8Array.from(Buffer.concat([...locals, central, end]));
}
