import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type AddressProvider,
  boundaries,
  censusProvider,
  embeddedProvider,
  withBoundaries,
} from "@withholding-forms/address";
import { compileBoundaries } from "@withholding-forms/address/boundary-file";
import type { LocationData } from "@withholding-forms/client";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { afterAll, beforeAll, expect, it } from "vitest";

const kinds = ["COUNTY", "CITY", "TOWNSHIP", "SCHOOL_DISTRICT", "SPECIAL_DISTRICT"] as const;
type Kind = (typeof kinds)[number];

const text = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const buildings = text("./public-buildings.txt")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [streetAddress1 = "", city = "", state = "", zipCode = "", point = "", ...known] =
      line.split(" | ");
    const [latitude = 0, longitude = 0] = point.split(" ").map(Number);
    const truth = kinds.flatMap((kind, at) => {
      const [code = "-", ...name] = (known[at] ?? "-").split(" ");
      return code === "-" ? [] : [{ kind, code, name: name.join(" ") }];
    });
    return { address: { streetAddress1, city, state, zipCode }, latitude, longitude, truth };
  });
type Building = (typeof buildings)[number];

const classes = { COUNTY: "G4020", CITY: "G4110", TOWNSHIP: "G4040", SCHOOL_DISTRICT: "G5420" } as const;
const layers = {
  COUNTY: "Counties",
  CITY: "Incorporated Places",
  TOWNSHIP: "County Subdivisions",
  SCHOOL_DISTRICT: "Unified School Districts",
} as const;
const isCensus = (one: Building["truth"][number]): one is typeof one & { kind: keyof typeof classes } =>
  one.kind !== "SPECIAL_DISTRICT" && one.code !== "NONE";

/** What the geocoder documents for an address with all layers: also areas that are no places. */
function geographies({ truth }: Building): Record<string, object[]> {
  const county = truth[0]!.code;
  const statistical = (MTFCC: string, GEOID: string, NAME: string) => [{ MTFCC, GEOID, NAME, FUNCSTAT: "S" }];
  const answer: Record<string, object[]> = {
    States: [{ MTFCC: "G4000", GEOID: county.slice(0, 2), NAME: "State", BASENAME: "State" }],
    "Census Tracts": statistical("G5020", `${county}010100`, "Census Tract 101"),
    "Census Designated Places": statistical("G4210", `${county.slice(0, 2)}99999`, "Somewhere CDP"),
    "Consolidated Cities": statistical(
      "G4120",
      `${county.slice(0, 2)}99998`,
      "Somewhere city (consolidated)",
    ),
    "County Subdivisions": [
      { MTFCC: "G4040", GEOID: `${county}99999`, NAME: "District 9", COUSUBCC: "Z1", FUNCSTAT: "N" },
    ],
  };
  for (const { kind, code, name } of truth.filter(isCensus)) {
    const COUSUBCC = kind === "TOWNSHIP" ? "T1" : undefined;
    answer[layers[kind]] = [{ MTFCC: classes[kind], GEOID: code, NAME: name, FUNCSTAT: "A", COUSUBCC }];
  }
  return answer;
}

const geocoder = createServer((request, response) => {
  const query = new URL(request.url ?? "", "http://census.test").searchParams;
  const building = buildings.find(({ address }) => address.zipCode === query.get("zip"))!;
  const { address, latitude, longitude } = building;
  const [street, city] = [address.streetAddress1, address.city].map((part) => part.toUpperCase());
  const { state, zipCode: zip } = address;
  const match = {
    tigerLine: { side: "L", tigerLineId: "2733215" },
    coordinates: { x: longitude, y: latitude },
    addressComponents: { city, state, zip },
    matchedAddress: `${street}, ${city}, ${state}, ${zip}`,
    geographies: geographies(building),
  };
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ result: { input: {}, addressMatches: [match] } }));
});

/** Around the building 500 meters, and next to it another place of the same kind. */
function squares({ latitude, longitude, truth }: Building): object[] {
  const ring = (x: number, y: number) =>
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
      [-1, -1],
    ].map(([dx = 0, dy = 0]) => [x + dx / 200, y + dy / 200]);
  return truth.filter(isCensus).flatMap(({ kind, code, name }) =>
    [0, 1].map((steps) => ({
      type: "Feature",
      properties: {
        MTFCC: classes[kind],
        GEOID: steps === 0 ? code : `${code.slice(0, -1)}${(Number(code.at(-1)) + 1) % 10}`,
        NAME: steps === 0 ? name : "Next to it",
        CLASSFP: "T1",
      },
      geometry: { type: "Polygon", coordinates: [ring(longitude + steps / 100, latitude)] },
    })),
  );
}

const collection = (features: readonly object[]) =>
  new TextEncoder().encode(JSON.stringify({ type: "FeatureCollection", features }));

async function withSquares(): Promise<AddressProvider> {
  const metro = buildings.flatMap(({ longitude: x, latitude: y, truth }) =>
    truth.some(({ code }) => code === "METRO")
      ? [
          {
            type: "Feature",
            properties: { id: "METRO", label: "Metro" },
            geometry: {
              type: "Polygon",
              coordinates: [
                [
                  [x - 0.1, y - 0.1],
                  [x + 0.1, y - 0.1],
                  [x, y + 0.1],
                  [x - 0.1, y - 0.1],
                ],
              ],
            },
          },
        ]
      : [],
  );
  const mapping = { kind: "SPECIAL_DISTRICT", code: "id", name: "label" } as const;
  const files = await Promise.all([
    compileBoundaries(collection(buildings.flatMap(squares))),
    compileBoundaries(collection(metro), mapping),
  ]);
  return withBoundaries(embeddedProvider(), boundaries(files.map(({ data }) => data)));
}

beforeAll(() => new Promise<void>((resolve) => geocoder.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  geocoder.closeAllConnections();
  geocoder.close();
});

type Result = "right" | "open" | "wrong";

/** One certain place is right or wrong. Several possible ones, or none, leave it open, unless the true one is missing. */
function judge(kind: Kind, code: string, places: NonNullable<LocationData["places"]>): Result {
  const found = places.filter((place) => place.kind === kind);
  if (found.length === 0) return "open";
  if (!found.some((place) => place.code === code)) return "wrong";
  if (found.some(({ certainty }) => certainty === "POSSIBLE")) return "open";
  return found.length === 1 ? "right" : "wrong";
}

const sources: Readonly<Record<string, (base: string) => AddressProvider | Promise<AddressProvider>>> = {
  embedded: () => embeddedProvider(),
  census: (baseUrl) => censusProvider({ baseUrl }),
  "boundary files": withSquares,
};

it("has forty-two buildings", () => expect(buildings).toHaveLength(42));

it.each(Object.entries(sources))("no place of a public building is wrong with %s", async (source, start) => {
  const { port } = geocoder.address() as AddressInfo;
  const addresses = await start(`http://127.0.0.1:${port}`);
  const { call } = await startTestServer({ options: { addresses } });
  const count: Record<Kind, Record<Result, number>> = Object.fromEntries(
    kinds.map((kind) => [kind, { right: 0, open: 0, wrong: 0 }]),
  ) as never;
  const wrong: string[] = [];
  for (const { address, latitude, longitude, truth } of buildings) {
    const homeAddress = source === "boundary files" ? { ...address, latitude, longitude } : address;
    const payload = { homeAddress, workAddresses: [homeAddress] };
    const { locationData } = (await call({ method: "POST", url: "/v1/forms", payload })).json();
    const { places } = locationData[0];
    for (const { kind, code } of truth) {
      const result = judge(kind, code, places);
      count[kind][result] += 1;
      if (result === "wrong") wrong.push(`${address.streetAddress1}: ${kind} ${JSON.stringify(places)}`);
    }
    // Nothing certain that is not true.
    for (const { kind, code, certainty } of places)
      if (certainty !== "POSSIBLE" && !truth.some((one) => one.kind === kind && one.code === code))
        wrong.push(`${address.streetAddress1}: ${kind} ${code}`);
  }
  expect(wrong).toEqual([]);
  const cells = kinds.map((kind) => `${count[kind].right} right, ${count[kind].open} open`);
  const rows = text("../../../../../../docs/configuration.md").split("\n");
  expect(rows.find((row) => row.startsWith(`| ${source} | `) && row.includes(" right"))).toBe(
    `| ${source} | ${cells.join(" | ")} |`,
  );
});
