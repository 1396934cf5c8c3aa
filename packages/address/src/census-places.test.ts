import { afterEach, beforeEach, expect, it } from "vitest";
import type { AddressProvider } from "./address.js";
import { censusProvider } from "./census.js";
import { embeddedProvider } from "./embedded.js";
import { type CensusServer, censusServer, matches, matchOf, noMatch, silence } from "./test/census-server.js";

// The Census Bureau's codes and names of these places; the layers are those of its geocoder.
const wayne = { MTFCC: "G4020", GEOID: "26163", NAME: "Wayne County", BASENAME: "Wayne" };
const detroit = { MTFCC: "G4110", GEOID: "2622000", NAME: "Detroit city", FUNCSTAT: "A" };
const detroitMcd = { MTFCC: "G4040", GEOID: "2616322000", NAME: "Detroit city", COUSUBCC: "C5" };
const canton = { MTFCC: "G4040", GEOID: "2616313120", NAME: "Canton charter township", COUSUBCC: "T1" };
const schools = { MTFCC: "G5420", GEOID: "2601103", NAME: "Detroit Public Schools Community District" };
const cdp = { MTFCC: "G4210", GEOID: "2613120", NAME: "Canton CDP" };

const sent = { streetAddress1: "2 Woodward Ave", city: "Detroit", state: "MI", zipCode: "48226" };
const text = "2 WOODWARD AVE, DETROIT, MI, 48226";
const embedded = {
  kind: "COUNTY",
  code: "26163",
  name: "Wayne County",
  certainty: "LIKELY",
  source: "embedded",
};

let server: CensusServer;
let provider: AddressProvider;

beforeEach(async () => {
  server = await censusServer();
  provider = censusProvider({ baseUrl: server.baseUrl, timeoutMs: 600_000, retryDelayMs: 1 });
});

afterEach(async () => {
  await provider.close?.();
  await server.close();
});

async function placesWith(geographies: unknown): Promise<string[]> {
  server.answers(matches(matchOf(text, { geographies })));
  const { places } = await provider.locate(sent);
  return places.map(({ kind, code, certainty }) => `${kind} ${code} ${certainty}`);
}

it("names the places of the layers, whatever the layers are called", async () => {
  const layers = { Counties: [wayne], "Incorporated Places": [detroit], "County Subdivisions": [detroitMcd] };
  const expected = ["COUNTY 26163 INSIDE", "CITY 2622000 INSIDE", "SCHOOL_DISTRICT 2601103 INSIDE"];
  expect(await placesWith({ ...layers, "Unified School Districts": [schools] })).toEqual(expected);
  await provider.close?.();
  provider = censusProvider({ baseUrl: server.baseUrl });
  const renamed = {
    "2030 Counties": [wayne],
    Municipalities: [detroit],
    MCDs: [detroitMcd],
    Schools: [schools],
  };
  expect(await placesWith(renamed)).toEqual(expected);
});

it("says that an address is in no city only if it is in a township", async () => {
  expect(await placesWith({ Counties: [wayne], "County Subdivisions": [canton], CDPs: [cdp] })).toEqual([
    "COUNTY 26163 INSIDE",
    "TOWNSHIP 2616313120 INSIDE",
    "CITY NONE INSIDE",
  ]);
});

it.each([
  ["no layers", {}],
  ["no geographies", undefined],
  [
    "layers of an unknown shape",
    { Counties: "Wayne", "Incorporated Places": [null, 7, { NAME: "Detroit" }] },
  ],
  ["a city as county subdivision, and no layer of cities", { "County Subdivisions": [detroitMcd] }],
])("with %s leaves what the ZIP Code says", async (_, geographies) => {
  expect(await placesWith(geographies)).toEqual(["COUNTY 26163 LIKELY"]);
});

it("calls nothing certain if the two sides of a street are in different cities", async () => {
  const side = (place: object) => matchOf(text, { geographies: { Counties: [wayne], Places: [place] } });
  const hamtramck = { MTFCC: "G4110", GEOID: "2636280", NAME: "Hamtramck city" };
  server.answers(matches(side(detroit), side(hamtramck)));
  expect((await provider.locate(sent)).places).toEqual([
    { kind: "COUNTY", code: "26163", name: "Wayne County", certainty: "INSIDE", source: "census" },
    { kind: "CITY", code: "2622000", name: "Detroit city", certainty: "POSSIBLE", source: "census" },
    { kind: "CITY", code: "2636280", name: "Hamtramck city", certainty: "POSSIBLE", source: "census" },
  ]);
});

it("leaves what the ZIP Code says if nothing or several streets match, or nothing answers", async () => {
  server.answers(noMatch);
  expect((await provider.locate(sent)).places).toEqual([embedded]);
  const other = (street: string) =>
    matchOf(`2 ${street}, DETROIT, MI, 48226`, { geographies: { P: [detroit] } });
  server.answers(matches(other("WOODWARD AVE E"), other("WOODWARD AVE W")));
  const two = { ...sent, streetAddress1: "2 Woodward Avenue North" };
  expect((await provider.locate(two)).places).toEqual([embedded]);
  server.answers(silence);
  const slow = censusProvider({ baseUrl: server.baseUrl, timeoutMs: 1, retryDelayMs: 1 });
  expect((await slow.locate(sent)).places).toEqual([embedded]);
  await slow.close?.();
});

it("embedded, calls a county likely only where the ZIP Code is in no other", async () => {
  const at = async (city: string, state: string, zipCode: string) =>
    (await embeddedProvider().locate({ streetAddress1: "1 Main St", city, state, zipCode })).places.map(
      ({ code, certainty }) => `${code} ${certainty}`,
    );
  expect(await at("Indianapolis", "IN", "46201")).toEqual(["18097 LIKELY"]);
  // Zionsville: Boone, Hamilton, Hendricks, and Marion County
  expect(await at("Zionsville", "IN", "46077")).toEqual(
    ["18011", "18057", "18063", "18097"].map((code) => `${code} POSSIBLE`),
  );
  expect(await at("Baltimore", "MD", "21217")).toEqual(["24510 LIKELY"]);
  expect(await at("Springfield", "MA", "62701")).toEqual([]);
});
