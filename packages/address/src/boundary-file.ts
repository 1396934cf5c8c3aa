import { serialize } from "node:v8";
import Flatbush from "flatbush";
import { type BoundaryData, boundaryFormat } from "./boundaries.js";
import { isPlaceText, type PlaceKind, placeOf } from "./located-place.js";
import { readShapefiles } from "./shapefile.js";
import { TooLargeError } from "./zip-file.js";

/** The file cannot be used. The message says why, as the end of a sentence. */
export class BoundaryFileError extends Error {}

/** What the features of a file are, unless it is a file of the Census Bureau, which says so itself. */
export interface BoundaryMapping {
  readonly kind: PlaceKind;
  /** Names of properties. */
  readonly code: string;
  readonly name: string;
}

export interface CompiledBoundaries {
  readonly bytes: Buffer;
  readonly data: BoundaryData;
  /** Features that are no place, such as census designated places. */
  readonly skipped: number;
}

interface Collection {
  readonly fileName?: string;
  readonly features: readonly {
    readonly geometry: { readonly type: string; readonly coordinates: unknown } | null;
    readonly properties: Readonly<Record<string, unknown>> | null;
  }[];
}

/** Of the file, and of what a zip file contains. */
const maxFileBytes = 500_000_000;

/** Reads a zipped Shapefile or GeoJSON. */
export async function compileBoundaries(
  file: Uint8Array,
  mapping?: BoundaryMapping,
): Promise<CompiledBoundaries> {
  if (file.length > maxFileBytes) throw new BoundaryFileError("is larger than 500 MB");
  const places: BoundaryData["places"][number][] = [];
  const placeOfPolygon: number[] = [];
  const firstRing: number[] = [];
  const firstNumber: number[] = [];
  const numbers: number[] = [];
  let skipped = 0;
  const collections = await readCollections(file);
  for (const { features } of collections)
    for (const [index, { geometry, properties }] of features.entries()) {
      const place =
        mapping === undefined ? placeOf(properties ?? {}) : mapped(properties ?? {}, mapping, index);
      if (place === undefined) {
        skipped += 1;
        continue;
      }
      let isSure = true;
      for (const polygon of polygonsOf(geometry, index)) {
        placeOfPolygon.push(places.length);
        firstRing.push(firstNumber.length);
        for (const ring of polygon) {
          isSure = !crossesItself(ring) && isSure;
          firstNumber.push(numbers.length);
          for (const number of ring) numbers.push(number);
        }
      }
      places.push({ ...place, isSure });
    }
  if (placeOfPolygon.length === 0)
    throw new BoundaryFileError(
      "has no counties, cities, townships, or school districts of the Census Bureau. For other files, say what they contain with --kind, --code, and --name",
    );
  firstRing.push(firstNumber.length);
  firstNumber.push(numbers.length);
  const data: BoundaryData = {
    format: boundaryFormat,
    places,
    complete: collections.flatMap((one) => completeState(one) ?? []),
    placeOf: Uint32Array.from(placeOfPolygon),
    firstRing: Uint32Array.from(firstRing),
    firstNumber: Uint32Array.from(firstNumber),
    numbers: Int32Array.from(numbers),
    index: indexOf(firstRing, firstNumber, numbers),
  };
  return { bytes: serialize(data), data, skipped };
}

async function readCollections(file: Uint8Array): Promise<readonly Collection[]> {
  const isZip = file[0] === 0x50 && file[1] === 0x4b;
  let read: readonly unknown[];
  try {
    read = isZip
      ? await readShapefiles(file, maxFileBytes)
      : [JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(file))];
  } catch (error) {
    throw new BoundaryFileError(
      error instanceof TooLargeError
        ? "contains more than 500 MB"
        : "is neither a zipped Shapefile nor GeoJSON, or is damaged",
    );
  }
  const collections = read as (Partial<Collection> & { type?: string; crs?: Crs })[];
  for (const one of collections) {
    if (one?.type !== "FeatureCollection" || !one.features?.every?.(isFeature))
      throw new BoundaryFileError("is not a GeoJSON FeatureCollection");
    const crs = one.crs === undefined || one.crs === null ? "CRS84" : String(one.crs.properties?.name);
    if (!/CRS84|\b(?:4326|4269)$/.test(crs))
      throw new BoundaryFileError(
        "uses another projection. Convert it to longitude and latitude (WGS 84) first",
      );
  }
  return collections as Collection[];
}

type Crs = { readonly properties?: { readonly name?: string } } | null;

function isFeature(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The state of which a file has all cities. Its name says so, and what was left out of it is not seen. A file with cities of
 * another state, or without the statistical places that the Census Bureau's file has, was put together by someone else.
 */
function completeState({ fileName = "", features }: Collection): string | undefined {
  const state = /^tl_\d{4}_(\d{2})_place$/.exec(fileName)?.[1];
  const codes = (mtfcc: string) =>
    features
      .filter(({ properties }) => properties?.["MTFCC"] === mtfcc)
      .map(({ properties }) => properties?.["GEOID"]);
  const [cities, statistical] = [codes("G4110"), codes("G4210")];
  const isWhole = cities.length + statistical.length === features.length && statistical.length > 0;
  return isWhole && cities.every((code) => String(code).startsWith(`${state}`)) ? state : undefined;
}

function mapped(
  properties: Readonly<Record<string, unknown>>,
  { kind, code, name }: BoundaryMapping,
  index: number,
) {
  const text = (property: string): string => {
    const value = properties[property];
    const trimmed = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
    if (isPlaceText(trimmed)) return trimmed;
    throw new BoundaryFileError(`has no ${property} of up to 100 characters in feature ${index + 1}`);
  };
  return { kind, code: text(code), name: text(name) };
}

/** Rings as flat numbers, in millionths of a degree. */
function polygonsOf(geometry: Collection["features"][number]["geometry"], index: number): number[][][] {
  const { type, coordinates } = geometry ?? {};
  const fault = (text: string): never => {
    throw new BoundaryFileError(`has ${text} in feature ${index + 1}`);
  };
  if ((type !== "Polygon" && type !== "MultiPolygon") || !Array.isArray(coordinates))
    return fault("no polygon");
  const polygons = (type === "Polygon" ? [coordinates] : coordinates) as unknown[];
  if (polygons.length === 0) return fault("no polygon");
  return polygons.map((rings) => {
    if (!Array.isArray(rings) || rings.length === 0) return fault("a polygon without rings");
    return rings.map((ring: unknown) => {
      if (!Array.isArray(ring) || ring.length < 4) return fault("a ring with fewer than four points");
      const flat = ring.flatMap((point: unknown) => {
        const [x, y] = Array.isArray(point) ? (point as unknown[]) : [];
        if (!isInUs(x, y))
          return fault(
            isInUs(y, x)
              ? `latitude before longitude (${x}, ${y})`
              : `a point${typeof x === "number" && typeof y === "number" ? ` (${x}, ${y})` : ""} that is not longitude and latitude in the United States`,
          );
        return [Math.round((x as number) * 1e6), Math.round((y as number) * 1e6)];
      });
      if (flat[0] !== flat.at(-2) || flat[1] !== flat.at(-1)) return fault("a ring that is not closed");
      const xs = flat.filter((_, at) => at % 2 === 0);
      const width = xs.reduce((a, b) => Math.max(a, b)) - xs.reduce((a, b) => Math.min(a, b));
      return width > 180e6 ? fault("a polygon across the date line, which must be two,") : flat;
    });
  });
}

/** Territories in the Pacific included. */
function isInUs(x: unknown, y: unknown): boolean {
  if (typeof x !== "number" || typeof y !== "number") return false;
  return y > -15 && y < 72 && ((x >= -180 && x < -64) || (x > 144 && x <= 180));
}

/** Edges that are compared, per edge. In a real border, it is a handful. */
const maxComparisons = 100;

/** What is inside a ring that crosses itself is anyone's guess. One that takes too long to check counts as such. */
function crossesItself(ring: readonly number[]): boolean {
  const count = ring.length / 2 - 1;
  const index = new Flatbush(count, 16, Int32Array);
  const point = (at: number): readonly [number, number] => [ring[2 * at]!, ring[2 * at + 1]!];
  for (let at = 0; at < count; at++) index.add(...boxOf(point(at), point(at + 1)));
  index.finish();
  let left = maxComparisons * count;
  for (let at = 0; at < count; at++) {
    const [a, b] = [point(at), point(at + 1)];
    for (const other of index.search(...boxOf(a, b))) {
      if (--left === 0) return true;
      if (other <= at) continue;
      const [c, d] = [point(other), point(other + 1)];
      if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return true;
    }
  }
  return false;
}

type Point = readonly [x: number, y: number];

function boxOf([ax, ay]: Point, [bx, by]: Point): [number, number, number, number] {
  return [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)];
}

function side([ax, ay]: Point, [bx, by]: Point, [px, py]: Point): number {
  return Math.sign((bx - ax) * (py - ay) - (by - ay) * (px - ax));
}

/** The outer ring, the first, has the box of the polygon. */
function indexOf(
  firstRing: readonly number[],
  firstNumber: readonly number[],
  numbers: readonly number[],
): ArrayBuffer {
  const index = new Flatbush(firstRing.length - 1, 16, Int32Array);
  for (const ring of firstRing.slice(0, -1)) {
    let box = [
      Number.MAX_SAFE_INTEGER,
      Number.MAX_SAFE_INTEGER,
      -Number.MAX_SAFE_INTEGER,
      -Number.MAX_SAFE_INTEGER,
    ];
    for (let at = firstNumber[ring]!; at < firstNumber[ring + 1]!; at += 2) {
      const [x = 0, y = 0] = [numbers[at], numbers[at + 1]];
      box = [Math.min(box[0]!, x), Math.min(box[1]!, y), Math.max(box[2]!, x), Math.max(box[3]!, y)];
    }
    index.add(box[0]!, box[1]!, box[2], box[3]);
  }
  index.finish();
  return index.data as ArrayBuffer;
}
