import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize } from "node:v8";
import Flatbush from "flatbush";
import pointInPolygon from "point-in-polygon-hao";
import type { Address, AddressProvider, Located } from "./address.js";
import { isUsAddress } from "./address.js";
import { inOrder } from "./codes.js";
import { censusState, type LocatedPlace, mergePlaces, noCity } from "./located-place.js";

/** A compiled boundary file. Coordinates are in millionths of a degree, longitude first. */
export interface BoundaryData {
  readonly format: typeof boundaryFormat;
  readonly places: readonly (Pick<LocatedPlace, "kind" | "code" | "name"> & { readonly isSure: boolean })[];
  /** Census codes of states of which all cities are here. */
  readonly complete: readonly string[];
  /** By polygon: its place and its first ring; one more for the end. */
  readonly placeOf: Uint32Array;
  readonly firstRing: Uint32Array;
  /** By ring: its first number; one more for the end. */
  readonly firstNumber: Uint32Array;
  readonly numbers: Int32Array;
  /** Boxes of the polygons, as Flatbush keeps them. */
  readonly index: ArrayBuffer;
}

export const boundaryFormat = "withholding-forms-boundaries-1";
export const boundaryExtension = ".boundaries";

export interface Boundaries {
  /** Places of a point, in degrees. */
  at(longitude: number, latitude: number, region: string | undefined): readonly LocatedPlace[];
  readonly polygons: number;
}

/** All compiled files of a directory. Throws with the name of a file that is damaged. */
export function readBoundaries(directory: string): Boundaries {
  const files = readdirSync(directory).filter((name) => name.endsWith(boundaryExtension));
  return boundaries(
    files.map((name) => {
      try {
        const data = deserialize(readFileSync(join(directory, name))) as BoundaryData;
        if (data.format === boundaryFormat) return data;
      } catch {}
      throw new Error(`${name} is damaged, or of another version. Add the boundary file again`);
    }),
  );
}

/** About 30 meters: as close to a border, a point can be on either side. */
const margin = 300;
const around = [
  [0, 0],
  [margin, 0],
  [-margin, 0],
  [0, margin],
  [0, -margin],
] as const;

export function boundaries(files: readonly BoundaryData[]): Boundaries {
  const indexed = files.map((data) => ({ data, index: Flatbush.from(data.index) }));
  return {
    polygons: files.reduce((sum, { placeOf }) => sum + placeOf.length, 0),
    at(longitude, latitude, region) {
      const x = Math.round(longitude * 1e6);
      const y = Math.round(latitude * 1e6);
      const found = indexed.flatMap(({ data, index }) =>
        index.search(x - margin, y - margin, x + margin, y + margin).flatMap((polygon) => {
          const hits = around.filter(([dx, dy]) => isInside(data, polygon, x + dx, y + dy)).length;
          const { isSure, ...place } = data.places[data.placeOf[polygon]!]!;
          return hits === 0 ? [] : [{ place, isSure: isSure && hits === around.length }];
        }),
      );
      const places = found.map(({ place, isSure }): LocatedPlace => {
        const others = found.filter((one) => one.place.kind === place.kind && one.place.code !== place.code);
        const isAlone = place.kind === "SPECIAL_DISTRICT" || others.length === 0;
        return { ...place, certainty: isSure && isAlone ? "INSIDE" : "POSSIBLE", source: "boundaries" };
      });
      const state = censusState(region ?? "") ?? "";
      const isComplete = files.some(({ complete }) => complete.includes(state));
      return isComplete && !places.some(({ kind }) => kind === "CITY")
        ? [...places, { ...noCity, certainty: "INSIDE", source: "boundaries" }]
        : places;
    },
  };
}

/** The border counts as inside. */
function isInside(
  { firstRing, firstNumber, numbers }: BoundaryData,
  polygon: number,
  x: number,
  y: number,
): boolean {
  const rings: [number, number][][] = [];
  for (let ring = firstRing[polygon]!; ring < firstRing[polygon + 1]!; ring++) {
    const points: [number, number][] = [];
    for (let at = firstNumber[ring]!; at < firstNumber[ring + 1]!; at += 2)
      points.push([numbers[at]!, numbers[at + 1]!]);
    rings.push(points);
  }
  return pointInPolygon([x, y], rings) !== false;
}

/** Coordinates further from the ZIP Code than this are a mistake. */
const farDegrees = 1;

/**
 * Adds the places of boundary files, by the caller's coordinates, those of the street, or the center of the ZIP Code, which
 * only says what is possible.
 */
export function withBoundaries(provider: AddressProvider, { at }: Boundaries): AddressProvider {
  const add = (address: Address, located: Located): Located => {
    const { region, codes } = located;
    if (!isUsAddress(address) || located.latitude === undefined) return located;
    const known = { latitude: Number(located.latitude), longitude: Number(located.longitude) };
    const { latitude = known.latitude, longitude = known.longitude } = address;
    if (Math.hypot(latitude - known.latitude, longitude - known.longitude) > farDegrees) {
      const code = "COORDINATES_MISMATCH";
      const problems = [...located.problems, { code }];
      return { ...located, codes: inOrder([...codes, code]), problems, verified: false };
    }
    const isExact = address.latitude !== undefined || codes.includes("GS01");
    const found = at(longitude, latitude, region).flatMap((place) =>
      isExact ? [place] : place.code === noCity.code ? [] : [{ ...place, certainty: "POSSIBLE" as const }],
    );
    return { ...located, places: mergePlaces([...located.places, ...found]) };
  };
  return {
    ...provider,
    locate: async (address, signal) => add(address, await provider.locate(address, signal)),
  };
}
