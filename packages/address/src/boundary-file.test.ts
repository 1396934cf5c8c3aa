import { describe, expect, it } from "vitest";
import { boundaries } from "./boundaries.js";
import { compileBoundaries } from "./boundary-file.js";
import { dbf, shp, zip, zippedShapefile } from "./test/shapefile.js";

// Files that are damaged, or made to do harm. Each is refused in one line, or read as what it is.

const square = [
  [-84, 42],
  [-83.9, 42],
  [-83.9, 42.1],
  [-84, 42.1],
  [-84, 42],
] as const;
const attributes = { MTFCC: "G4110", GEOID: "2600001", NAME: "West", NAMELSAD: "West city" };
const shapes = [{ attributes, ring: square }];
const layer = { "a.shp": shp(shapes), "a.dbf": dbf(shapes) };
const damaged = "is neither a zipped Shapefile nor GeoJSON, or is damaged";

const placesOf = async (file: Uint8Array) =>
  (await compileBoundaries(file)).data.places.map(({ code }) => code);
const feature = (geometry: unknown, properties: unknown = attributes) => ({
  type: "Feature",
  properties,
  geometry,
});
const polygon = (...coordinates: unknown[]) => ({ type: "Polygon", coordinates });
const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const collection = (...features: unknown[]) => json({ type: "FeatureCollection", features });

/** The file with one number of it changed. */
function changed(file: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(file);
  change(copy);
  return copy;
}

describe("a zip file", () => {
  it("can be stored or deflated, and have folders and other files", async () => {
    expect(await placesOf(zip(layer, { method: 8 }))).toEqual(["2600001"]);
    const files = {
      "../../etc/x/A.SHP": layer["a.shp"],
      "../../etc/x/A.DBF": layer["a.dbf"],
      "C:\\x.xml": shp(shapes),
    };
    expect(await placesOf(zip(files))).toEqual(["2600001"]);
  });

  it("that grows to more than 500 MB is refused before it is decompressed", async () => {
    const two = { ...layer, "b.shp": Buffer.alloc(2_000_000, "b"), "b.dbf": Buffer.alloc(2_000_000, "b") };
    await expect(compileBoundaries(zip(two, { size: 150_000_000 }))).rejects.toThrow(
      "contains more than 500 MB",
    );
  });

  it("that is compressed beyond what boundaries can be is refused before it is decompressed", async () => {
    const bomb = { ...layer, "b.shp": Buffer.alloc(20_000_000) };
    const before = process.memoryUsage().arrayBuffers;
    await expect(compileBoundaries(zip(bomb, { method: 8 }))).rejects.toThrow(damaged);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5_000_000);
  });

  it.each([
    [
      "says that it is smaller than it is",
      zip({ ...layer, "b.shp": Buffer.alloc(20_000_000) }, { method: 8, size: 900 }),
    ],
    ["says that it is larger than it is", zip(layer, { size: 20_000 })],
    ["is encrypted", zip(layer, { flags: 1 })],
    ["has two files of one name in other letters", zip({ ...layer, "A.shp": layer["a.shp"] })],
    ["has no Shapefile", zip({ "a.json": json({}) })],
    ["has no attributes", zip({ "a.shp": layer["a.shp"] })],
    [
      "has thousands of files",
      zip(Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`${at}.shp`, layer["a.shp"]]))),
    ],
    ["is empty", Uint8Array.from([0x50, 0x4b, 5, 6, ...Array.from({ length: 18 }, () => 0)])],
    ["has only its first bytes", Uint8Array.from([0x50, 0x4b, 5, 6])],
  ])("that %s is refused", async (_, file) => {
    await expect(compileBoundaries(file)).rejects.toThrow(damaged);
  });
});

describe("a Shapefile", () => {
  it.each<[string, (copy: Buffer) => void]>([
    ["is cut off, as its header shows", (copy) => copy.writeInt32BE(copy.length, 24)],
    ["has a shape without length", (copy) => copy.writeInt32BE(0, 104)],
    ["has a shape of negative length", (copy) => copy.writeInt32BE(-8, 104)],
    ["has a shape that is longer than the file", (copy) => copy.writeInt32BE(1 << 20, 104)],
    ["has two billion rings", (copy) => copy.writeInt32LE(0x7fffffff, 144)],
    ["has two billion points", (copy) => copy.writeInt32LE(0x7fffffff, 148)],
    ["has a ring that starts before the first point", (copy) => copy.writeInt32LE(-1, 152)],
    ["has a ring that starts after the last point", (copy) => copy.writeInt32LE(999, 152)],
  ])("that %s is refused", async (_, change) => {
    const file = zip({ ...layer, "a.shp": changed(layer["a.shp"], change) });
    await expect(compileBoundaries(file)).rejects.toThrow(damaged);
  });

  it.each<[string, (copy: Buffer) => void]>([
    ["four billion records", (copy) => copy.writeUInt32LE(0xffffffff, 4)],
    ["fewer records than shapes", (copy) => copy.writeUInt32LE(0, 4)],
    ["records without length", (copy) => copy.writeUInt16LE(0, 10)],
  ])("with %s of attributes is refused", async (_, change) => {
    const file = zip({ ...layer, "a.dbf": changed(layer["a.dbf"], change) });
    await expect(compileBoundaries(file)).rejects.toThrow(damaged);
  });

  it.each([1e300, Number.POSITIVE_INFINITY, Number.NaN, -1e-320])(
    "with the coordinate %s is refused",
    async (x) => {
      const file = zip({ ...layer, "a.shp": changed(layer["a.shp"], (copy) => copy.writeDoubleLE(x, 156)) });
      await expect(compileBoundaries(file)).rejects.toThrow(
        "that is not longitude and latitude in the United States",
      );
    },
  );
});

describe("GeoJSON", () => {
  it.each([
    [
      "nested 100,000 times",
      new TextEncoder().encode(
        `{"type":"FeatureCollection","features":${"[".repeat(1e5)}${"]".repeat(1e5)}}`,
      ),
      "FeatureCollection",
    ],
    [
      "a polygon nested 100,000 times",
      new TextEncoder().encode(
        `{"type":"FeatureCollection","features":[{"properties":${JSON.stringify(attributes)},"geometry":{"type":"Polygon","coordinates":${"[".repeat(1e5)}${"]".repeat(1e5)}}}]}`,
      ),
      "a ring with fewer than four points",
    ],
    [
      "a collection in a collection",
      collection({ type: "FeatureCollection", properties: attributes, features: [feature(polygon(square))] }),
      "no polygon in feature 1",
    ],
    [
      "a collection of geometries",
      collection(feature({ type: "GeometryCollection", geometries: [polygon(square)] })),
      "no polygon in feature 1",
    ],
    ["null as a feature", collection(feature(polygon(square)), null), "is not a GeoJSON FeatureCollection"],
    [
      "features that are no list",
      json({ type: "FeatureCollection", features: { length: 1e9 } }),
      "is not a GeoJSON FeatureCollection",
    ],
    [
      "a projection nested in itself",
      json({
        type: "FeatureCollection",
        crs: { properties: { name: [[["EPSG:4326"]]], x: {} } },
        features: [],
      }),
      "has no counties",
    ],
    [
      "a projection without a name",
      json({ type: "FeatureCollection", crs: { type: "link" }, features: [] }),
      "uses another projection",
    ],
    ["no rings", collection(feature(polygon())), "a polygon without rings in feature 1"],
    [
      "no polygons",
      collection(feature({ type: "MultiPolygon", coordinates: [] })),
      "no polygon in feature 1",
    ],
    [
      "numbers for polygons",
      collection(feature({ type: "MultiPolygon", coordinates: [1, 2] })),
      "a polygon without rings in feature 1",
    ],
    [
      "points that are no numbers",
      collection(feature(polygon([["x".repeat(1e6), 1], 2, 3, 4]))),
      "has a point that is not longitude and latitude",
    ],
    [
      "huge numbers",
      new TextEncoder().encode(
        `{"type":"FeatureCollection","features":[{"properties":${JSON.stringify(attributes)},"geometry":{"type":"Polygon","coordinates":[[[1e999,1],[1,1],[1,1],[1,1]]]}}]}`,
      ),
      "has a point (Infinity, 1)",
    ],
  ])("with %s is refused in one short line", async (_, file, message) => {
    const error = await compileBoundaries(file).then(
      () => undefined,
      (reason: Error) => reason.message,
    );
    expect(error).toContain(message);
    expect(error).toMatch(/^.{1,200}$/);
  });

  it("a name or code that is no short line is no place", async () => {
    const named = (NAME: unknown) =>
      collection(feature(polygon(square), { ...attributes, NAMELSAD: undefined, NAME }));
    for (const name of ["West\tINSIDE", "West\ncity", "x".repeat(101), " ", 7])
      await expect(compileBoundaries(named(name))).rejects.toThrow("has no counties, cities");
    const mapping = { kind: "CITY", code: "GEOID", name: "NAME" } as const;
    await expect(compileBoundaries(named("a\tb"), mapping)).rejects.toThrow(
      "has no NAME of up to 100 characters",
    );
  });

  it("a ring that doubles back thousands of times is checked quickly, and only possible", async () => {
    const zigzag = Array.from({ length: 20_000 }, (_, at) => [-84 + at * 1e-9, at % 2 === 0 ? 42 : 42.1]);
    const ring = [...zigzag, [-83.9, 42.1], [-83.9, 41.9], zigzag[0]];
    const { data } = await compileBoundaries(collection(feature(polygon(ring))));
    expect(data.places).toMatchObject([{ isSure: false }]);
    expect(boundaries([data]).at(-83.95, 42, "MI")).toMatchObject([{ certainty: "POSSIBLE" }]);
  });
});

describe("a file that is named as one with all cities of Michigan", () => {
  const statistical = { attributes: { ...attributes, MTFCC: "G4210", GEOID: "2600009" }, ring: square };
  const complete = async (more: readonly (typeof shapes)[number][]) =>
    (await compileBoundaries(zippedShapefile("x/tl_2025_26_place", [...shapes, ...more]))).data.complete;

  it.each([
    ["with the statistical places of the Census Bureau's file, has them", [statistical], ["26"]],
    ["without them, has been filtered", [], []],
    [
      "with a city of Ohio, does not say so",
      [statistical, { attributes: { ...attributes, GEOID: "3900001" }, ring: square }],
      [],
    ],
    [
      "with a county, does not say so",
      [statistical, { attributes: { ...attributes, MTFCC: "G4020", GEOID: "26001" }, ring: square }],
      [],
    ],
  ])("%s", async (_, more, expected) => {
    expect(await complete(more)).toEqual(expected);
  });
});
