import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serialize } from "node:v8";
import { describe, expect, it } from "vitest";
import { boundaries, readBoundaries, withBoundaries } from "./boundaries.js";
import { type BoundaryMapping, compileBoundaries } from "./boundary-file.js";
import { embeddedProvider } from "./embedded.js";
import { zippedShapefile } from "./test/shapefile.js";

type Ring = readonly (readonly [number, number])[];

/** A square of 0.1 degrees; its lower left corner. */
function square(x: number, y: number, size = 0.1): Ring {
  return [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
    [x, y],
  ];
}

const city = (GEOID: string, ...rings: readonly Ring[]) => ({
  type: "Feature",
  properties: { MTFCC: "G4110", GEOID, NAME: GEOID },
  geometry: { type: "Polygon", coordinates: rings },
});
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const collection = (...features: readonly unknown[]) => bytesOf({ type: "FeatureCollection", features });

async function found(file: Uint8Array, x: number, y: number, mapping?: BoundaryMapping, region = "MI") {
  const { data } = await compileBoundaries(file, mapping);
  return boundaries([data])
    .at(x, y, region)
    .map(({ code, certainty }) => `${code} ${certainty}`);
}

const west = city("2600001", square(-84, 42));
const east = city("2600002", square(-83.9, 42));

describe("a point", () => {
  it("inside one city is there", async () => {
    expect(await found(collection(west, east), -83.95, 42.05)).toEqual(["2600001 INSIDE"]);
    expect(await found(collection(west, east), -83.85, 42.05)).toEqual(["2600002 INSIDE"]);
    expect(await found(collection(west, east), -83.5, 42.05)).toEqual([]);
  });

  it.each([
    ["on the border of two", -83.9, 42.05, ["2600001 POSSIBLE", "2600002 POSSIBLE"]],
    ["20 meters from it", -83.8998, 42.05, ["2600001 POSSIBLE", "2600002 POSSIBLE"]],
    ["on a corner", -84, 42, ["2600001 POSSIBLE"]],
    ["just outside", -84.0002, 42.05, ["2600001 POSSIBLE"]],
  ])("%s is only possible", async (_, x, y, expected) => {
    expect((await found(collection(west, east), x, y)).sort()).toEqual(expected);
  });

  it("in a hole is outside, and in a city in the hole inside", async () => {
    const ring = city("2600003", square(-85, 43, 0.3), square(-84.9, 43.1));
    const inner = city("2600004", square(-84.9, 43.1));
    expect(await found(collection(ring), -84.85, 43.15)).toEqual([]);
    expect(await found(collection(ring, inner), -84.85, 43.15)).toEqual(["2600004 INSIDE"]);
    expect(await found(collection(ring, inner), -84.95, 43.15)).toEqual(["2600003 INSIDE"]);
  });

  it("in two cities, or in a ring that crosses itself, is only possible", async () => {
    const same = city("2600005", square(-84, 42));
    expect(await found(collection(west, same), -83.95, 42.05)).toEqual([
      "2600001 POSSIBLE",
      "2600005 POSSIBLE",
    ]);
    const bow: Ring = [
      [-84, 42],
      [-83, 43],
      [-83, 42],
      [-84, 43],
      [-84, 42],
    ];
    expect(await found(collection(city("2600006", bow)), -83.9, 42.5)).toEqual(["2600006 POSSIBLE"]);
  });

  it("in two special districts is in both", async () => {
    const mapping = { kind: "SPECIAL_DISTRICT", code: "id", name: "label" } as const;
    const feature = (id: string) => ({ ...west, properties: { id, label: `District ${id}` } });
    expect(await found(collection(feature("A"), feature("B")), -83.95, 42.05, mapping)).toEqual([
      "A INSIDE",
      "B INSIDE",
    ]);
  });

  it("on both sides of the date line is found", async () => {
    const islands = {
      ...city("0200001"),
      geometry: { type: "MultiPolygon", coordinates: [[square(179.8, 52)], [square(-180, 52)]] },
    };
    expect(await found(collection(islands), 179.85, 52.05, undefined, "AK")).toEqual(["0200001 INSIDE"]);
    expect(await found(collection(islands), -179.95, 52.05, undefined, "AK")).toEqual(["0200001 INSIDE"]);
  });
});

describe("a zipped Shapefile of the Census Bureau", () => {
  const records = [
    {
      attributes: { MTFCC: "G4110", GEOID: "2600001", NAME: "West", NAMELSAD: "West city" },
      ring: square(-84, 42),
    },
    {
      attributes: { MTFCC: "G4210", GEOID: "2600009", NAME: "Statistical", NAMELSAD: "" },
      ring: square(-83, 42),
    },
  ];

  it("with all cities of a state also says what is in none, in that state alone", async () => {
    const file = zippedShapefile("tl_2025_26_place", records);
    const { data, skipped } = await compileBoundaries(file);
    expect(skipped).toBe(1);
    expect(data.places).toEqual([{ kind: "CITY", code: "2600001", name: "West city", isSure: true }]);
    expect(await found(file, -83.95, 42.05)).toEqual(["2600001 INSIDE"]);
    expect(await found(file, -82.95, 42.05)).toEqual(["NONE INSIDE"]);
    expect(await found(file, -82.95, 42.05, undefined, "OH")).toEqual([]);
  });

  it("of another name does not", async () => {
    expect(await found(zippedShapefile("cities", records), -82.95, 42.05)).toEqual([]);
  });

  it("cut off, or with bytes changed, is refused", async () => {
    const file = zippedShapefile("tl_2025_26_place", records);
    for (const length of [4, 60, file.length - 30])
      await expect(compileBoundaries(file.subarray(0, length))).rejects.toThrow("is neither");
    const wrong = Uint8Array.from(file).fill(0xff, 34, 90);
    await expect(compileBoundaries(wrong)).rejects.toThrow(/^(?:is|has) /);
  });
});

it.each([
  ["nothing", new Uint8Array(), "is neither a zipped Shapefile nor GeoJSON"],
  ["a PDF", bytesOf("%PDF-1.7"), "is not a GeoJSON FeatureCollection"],
  ["TopoJSON", bytesOf({ type: "Topology", objects: {} }), "is not a GeoJSON FeatureCollection"],
  ["null", bytesOf(null), "is not a GeoJSON FeatureCollection"],
  ["only other features", collection({ ...west, properties: null }), "has no counties, cities"],
  [
    "a point",
    collection({ ...west, geometry: { type: "Point", coordinates: [-84, 42] } }),
    "has no polygon in feature 1",
  ],
  ["no geometry", collection(west, { ...east, geometry: null }), "has no polygon in feature 2"],
  [
    "latitude first",
    collection(city("2600001", square(42, -84))),
    "has latitude before longitude (42, -84) in feature 1",
  ],
  ["meters", collection(city("2600001", square(13_000_000, 560_000))), "not longitude and latitude"],
  [
    "a missing number",
    collection(
      city("2600001", [
        [-84, 42],
        [-83, Number.NaN],
        [-83, 43],
        [-84, 42],
      ]),
    ),
    "not longitude",
  ],
  [
    "three points",
    collection(
      city("2600001", [
        [-84, 42],
        [-83, 42],
        [-84, 42],
      ]),
    ),
    "fewer than four points",
  ],
  [
    "an open ring",
    collection(
      city(
        "2600001",
        square(-84, 42)
          .slice(0, 4)
          .concat([[-84, 42.5]]),
      ),
    ),
    "not closed",
  ],
  [
    "a polygon across the date line",
    collection(
      city("0200001", [
        [179, 52],
        [-179, 52],
        [-179, 53],
        [179, 53],
        [179, 52],
      ]),
    ),
    "across the date line",
  ],
  [
    "another projection",
    bytesOf({ type: "FeatureCollection", crs: { properties: { name: "EPSG:3857" } }, features: [west] }),
    "uses another projection",
  ],
])("a file with %s is refused with the reason", async (_, file, message) => {
  await expect(compileBoundaries(file)).rejects.toThrow(message);
});

it("a property that the mapping names must be there", async () => {
  const mapping = { kind: "CITY", code: "number", name: "NAME" } as const;
  await expect(compileBoundaries(collection(west), mapping)).rejects.toThrow(
    "has no number of up to 100 characters in feature 1",
  );
});

describe("with an address", () => {
  const address = { streetAddress1: "1 Main St", city: "Ann Arbor", state: "MI", zipCode: "48104" };
  const provider = async () => {
    // Around the center of the ZIP Code, and next to it.
    const file = collection(city("2600001", square(-83.75, 42.22)), city("2600002", square(-83.65, 42.22)));
    return withBoundaries(embeddedProvider(), boundaries([(await compileBoundaries(file)).data]));
  };
  const cities = async (more: object) => {
    const { places, codes } = await (await provider()).locate({ ...address, ...more });
    return [
      ...places.filter(({ kind }) => kind === "CITY").map(({ code, certainty }) => `${code} ${certainty}`),
      ...codes,
    ];
  };

  it("the center of the ZIP Code says what is possible, coordinates of the caller what is", async () => {
    expect(await cities({})).toEqual(["2600001 POSSIBLE", "GS03"]);
    expect(await cities({ latitude: 42.27, longitude: -83.6 })).toEqual(["2600002 INSIDE", "GS03"]);
  });

  it("coordinates far from the ZIP Code are not used, and reported", async () => {
    for (const coordinates of [
      { latitude: -83.6, longitude: 42.27 },
      { latitude: 0, longitude: 0 },
    ])
      expect(await cities(coordinates)).toEqual(["COORDINATES_MISMATCH", "GS03"]);
  });
});

it("a damaged file in the directory stops the start with its name", () => {
  const directory = mkdtempSync(join(tmpdir(), "boundaries-"));
  try {
    expect(readBoundaries(directory).polygons).toBe(0);
    for (const bytes of ["not one", serialize({ format: "another" })]) {
      writeFileSync(join(directory, "mi.boundaries"), bytes);
      expect(() => readBoundaries(directory)).toThrow("mi.boundaries is damaged");
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
});
