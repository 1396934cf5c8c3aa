import { basename } from "node:path";
import readLayer from "shpjs";
import { unzip } from "./zip-file.js";

const maxRings = 10_000;

/** The layers of a zipped Shapefile as GeoJSON, each with the name of its file. Throws if something is missing or damaged. */
export async function readShapefiles(bytes: Uint8Array, maxBytes: number): Promise<readonly object[]> {
  const files = unzip(bytes, /^(?!.*__macosx).*\.(?:shp|dbf|cpg|prj)$/, maxBytes);
  const names = [...files.keys()].flatMap((name) => (name.endsWith(".shp") ? [name.slice(0, -4)] : []));
  const layers = names.map(async (name) => {
    const [shp, dbf, cpg, prj] = ["shp", "dbf", "cpg", "prj"].map((end) => files.get(`${name}.${end}`));
    if (shp === undefined || dbf === undefined || shapesOf(shp) !== recordsOf(dbf))
      throw new Error("shapes without attributes");
    return { ...((await readLayer({ shp, dbf, cpg, prj })) as object), fileName: basename(name) };
  });
  if (layers.length === 0) throw new Error("no Shapefile");
  return Promise.all(layers);
}

/**
 * The number of shapes. The library reads a file that is cut off as if it ended there, and follows the numbers in a
 * shape wherever they lead.
 */
function shapesOf(shp: Buffer): number {
  if (2 * shp.readInt32BE(24) !== shp.length) throw new Error("cut off");
  let [at, count] = [100, 0];
  for (; at < shp.length; count++) {
    const length = 2 * shp.readInt32BE(at + 4);
    if (length < 4) throw new Error("a shape without a type");
    // Polygons, also with heights or measures.
    if ([5, 15, 25].includes(shp.readInt32LE(at + 8))) checkParts(shp.subarray(at + 8, at + 8 + length));
    at += 8 + length;
  }
  if (at !== shp.length) throw new Error("cut off");
  return count;
}

function checkParts(shape: Buffer): void {
  const [parts, points] = [shape.readInt32LE(36), shape.readInt32LE(40)];
  if (parts < 1 || parts > maxRings || points < 1) throw new Error("no rings, or too many");
  if (44 + 4 * parts + 16 * points > shape.length) throw new Error("a shape that is cut off");
  let first = 0;
  for (let part = 0; part < parts; part++) {
    const next = shape.readInt32LE(44 + 4 * part);
    if (next < first || next > points || (part === 0 && next !== 0)) throw new Error("rings out of order");
    first = next;
  }
}

/** The number of records of attributes, which the library does not compare with the size of the file. */
function recordsOf(dbf: Buffer): number {
  const [count, header, length] = [dbf.readUInt32LE(4), dbf.readUInt16LE(8), dbf.readUInt16LE(10)];
  if (length < 2 || header + count * length > dbf.length) throw new Error("cut off");
  return count;
}
