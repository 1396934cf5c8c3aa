import { boundaries, embeddedProvider, withBoundaries } from "@withholding-forms/address";
import { compileBoundaries } from "@withholding-forms/address/boundary-file";
import {
  type FlowView,
  type FormView,
  type LocationData,
  possibleFirst,
  walk,
} from "@withholding-forms/client";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { describe, expect, it } from "vitest";

/** Squares around the city halls, with the Census codes and names of where these are. */
const squares = [
  ["G4110", "2622000", "Detroit city", -83.044, 42.329],
  ["G4110", "2634000", "Grand Rapids city", -85.671, 42.968],
  ["G4110", "2642820", "Kentwood city", -85.591, 42.883],
  ["G4020", "39049", "Franklin County", -83.002, 39.962],
  ["G5420", "3904380", "Columbus City School District", -83.002, 39.962],
  ["G4020", "39003", "Allen County", -83.89, 40.894],
  ["G5420", "3904362", "Bluffton Exempted Village School District", -83.89, 40.894],
  ["G4020", "42101", "Philadelphia County", -75.164, 39.953],
  ["G4020", "42091", "Montgomery County", -75.291, 40.007],
  ["G4040", "4209144976", "Lower Merion township", -75.291, 40.007],
] as const;
const features = squares.map(([MTFCC, GEOID, NAME, x, y]) => ({
  type: "Feature",
  properties: { MTFCC, GEOID, NAME, CLASSFP: "T1" },
  geometry: {
    type: "Polygon",
    coordinates: [
      [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
        [-1, -1],
      ].map(([dx = 0, dy = 0]) => [x + dx / 50, y + dy / 50]),
    ],
  },
}));
const file = new TextEncoder().encode(JSON.stringify({ type: "FeatureCollection", features }));
const { data } = await compileBoundaries(file);
const { call } = await startTestServer({
  options: { addresses: withBoundaries(embeddedProvider(), boundaries([data])) },
});

const detroit = { streetAddress1: "2 Woodward Ave", city: "Detroit", state: "MI", zipCode: "48226" };
const hamtramck = { ...detroit, zipCode: "48212" };
const kentwood = { streetAddress1: "4900 Breton Rd SE", city: "Grand Rapids", state: "MI", zipCode: "49508" };
const columbus = { streetAddress1: "90 W Broad St", city: "Columbus", state: "OH", zipCode: "43215" };
const bluffton = { streetAddress1: "154 N Main St", city: "Bluffton", state: "OH", zipCode: "45817" };
const philadelphia = { streetAddress1: "1400 JFK Blvd", city: "Philadelphia", state: "PA", zipCode: "19107" };
const ardmore = { streetAddress1: "75 E Lancaster Ave", city: "Ardmore", state: "PA", zipCode: "19003" };
const inDetroit = { latitude: 42.329, longitude: -83.044 };

async function get(url: string) {
  return (await call({ url: `/v1/${url}` })).json();
}
const source = {
  flowQuestionSet: (flowId: string, setId: string) => get(`flowQuestionSet/${flowId}/${setId}`),
  formQuestionSet: (formId: string, setId: string) => get(`formQuestionSet/${formId}/${setId}`),
  formInformation: (formId: string) => get(`fillPdf/${formId}`),
};

async function located(path: "forms" | "guided-flows", home: object, work = home) {
  const payload = { homeAddress: home, workAddresses: [work] };
  const response = await call({ method: "POST", url: `/v1/${path}`, payload });
  expect(response.statusCode).toBe(200);
  return response.json();
}

const ids = ({ questions }: FlowView | FormView) => questions.map(({ question }) => question.id);

/** Questions that each local flow of a home asks first, if it asks any. */
async function askedByFlows(home: object, work = home) {
  const { flows, locationData } = await located("guided-flows", home, work);
  const local = flows.filter(({ locality }: { locality: string }) => locality.includes("_"));
  const journeys = await Promise.all(
    local.map((flow: { id: string; initialQuestionSetId: string }) => walk(source, { flow, locationData })),
  );
  return journeys.map((journey) => {
    const { view } = journey as { view: FlowView };
    return view.status === "COMPLETE" ? view.formsToComplete.map(({ id }) => id) : ids(view);
  });
}

async function formAt(formId: string, home: object, answers: Record<string, string>) {
  const { locationData } = (await located("guided-flows", home)) as { locationData: LocationData[] };
  const { state } = home as { state: string };
  const journey = await walk(source, { formId, answers, region: state, locationData });
  return journey.advance();
}

describe("Detroit", () => {
  it("asks nothing inside, where the ZIP Code alone asks for a confirmation", async () => {
    expect(await askedByFlows(detroit)).toEqual([["miHomeInCity"]]);
    expect(await askedByFlows({ ...detroit, ...inDetroit })).toEqual([["MI205"]]);
    expect(await askedByFlows(hamtramck)).toEqual([["miHomeCity"], ["miWorkCity"]]);
  });

  it("of a postal city says that a home is outside, and does not recommend its form", async () => {
    const outside = { ...kentwood, latitude: 42.883, longitude: -85.591 };
    const recommended = async (home: object) =>
      (await located("forms", home)).forms
        .filter(
          ({ recommended, formLocality }: Record<string, string>) =>
            recommended && formLocality?.includes("_"),
        )
        .map(({ id }: { id: string }) => id);
    expect(await askedByFlows(kentwood)).toEqual([["miHomeInCity"]]);
    expect(await askedByFlows(outside)).toEqual([[]]);
    expect(await recommended(kentwood)).toEqual([]);
    expect(await recommended(outside)).toEqual([]);
    expect(await recommended({ ...detroit, zipCode: "48203" })).toEqual([]);
    expect(await recommended({ ...detroit, zipCode: "48203", latitude: 42.33, longitude: -83.044 })).toEqual([
      "MI205",
    ]);
    expect(await recommended(detroit)).toEqual(["MI205"]);
  });

  it("says where the address is", async () => {
    const placesOf = async (home: object) => (await located("forms", home)).locationData[0].places;
    expect(await placesOf({ ...detroit, ...inDetroit })).toEqual([
      { kind: "COUNTY", code: "26163", name: "Wayne County", certainty: "LIKELY", source: "embedded" },
      { kind: "CITY", code: "2622000", name: "Detroit city", certainty: "INSIDE", source: "boundaries" },
    ]);
    const { errors } = await located("forms", { ...detroit, latitude: -83, longitude: 42 });
    expect(errors).toMatchObject([
      { addressId: "home", code: "COORDINATES_MISMATCH" },
      { addressId: "work1", code: "COORDINATES_MISMATCH" },
    ]);
  });
});

describe("Ohio's school district", () => {
  it("is answered where the list has it, with its county", async () => {
    const before = await formAt("OH101", bluffton, { waiver: "NONE" });
    expect(ids(before)).toContain("schoolDistrict");
    const after = await formAt(
      "OH101",
      { ...bluffton, latitude: 40.894, longitude: -83.89 },
      { waiver: "NONE" },
    );
    expect(ids(after)).toContain("isDependent");
    expect(after.values.get("schoolDistrict")).toBe("0203");
  });

  it("starts with those of the counties of the ZIP Code, where only these are known", async () => {
    const { locationData } = await located("forms", { ...bluffton, city: "Troy", zipCode: "45373" });
    const set = possibleFirst(await source.formQuestionSet("OH101", "QS3"), { locationData });
    const values = set.questions[0]!.questionOptions!.map(({ value }: { value?: unknown }) => value);
    expect(values.slice(0, 3)).toEqual(["5501", "5502", "5503"]);
  });

  it("of Columbus, which has no income tax, stays open, and its name is enough", async () => {
    const home = { ...columbus, latitude: 39.962, longitude: -83.002 };
    expect(ids(await formAt("OH101", home, { waiver: "NONE" }))).toContain("schoolDistrict");
    const named = await formAt("OH101", home, { waiver: "NONE", schoolDistrict: "OTHER" });
    expect(ids(named)).toContain("isDependent");
    expect(named.values.get("schoolDistrictName")).toBe("Columbus City School District");
  });
});

describe("Philadelphia", () => {
  it("has no local services tax, wherever the mail goes", async () => {
    expect(await askedByFlows(philadelphia)).toEqual([]);
    const elsewhere = { ...philadelphia, zipCode: "19131", latitude: 40.007, longitude: -75.291 };
    expect(await askedByFlows(elsewhere)).toEqual([["paLstExemption"]]);
  });

  it("and around it, county and municipality are known", async () => {
    expect(ids(await formAt("PA102", ardmore, {}))).toEqual(["homeCounty"]);
    const known = await formAt("PA102", { ...ardmore, latitude: 40.007, longitude: -75.291 }, {});
    expect(known.values.get("homeCounty")).toBe("Montgomery");
    expect(known.values.get("homeMunicipality")).toBe("Lower Merion township");
    expect(ids(known)).toEqual(["residentPsdCode", "residentEitRate"]);
  });
});
