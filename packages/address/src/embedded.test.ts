import { expect, it } from "vitest";
import { embeddedProvider } from "./embedded.js";
import { resultMessages } from "./index.js";

const provider = embeddedProvider();
const capitol = { streetAddress1: "600 Dexter Ave", city: "Montgomery", state: "AL", zipCode: "36104" };

it("returns the ZIP's center for an ordinary address and says so", () => {
  expect(provider.locateSync(capitol)).toEqual({
    normalizedAddress: {
      streetAddress1: "600 DEXTER AVE",
      city: "MONTGOMERY",
      state: "AL",
      zipCode: "36104",
    },
    region: "AL",
    country: "US",
    codes: ["GS03"],
    latitude: expect.stringMatching(/^32\.3\d{5}$/),
    longitude: expect.stringMatching(/^-86\.3\d{5}$/),
    verified: true,
    geocoded: true,
    places: [
      {
        kind: "COUNTY",
        code: "01101",
        name: "Montgomery County",
        certainty: "LIKELY",
        source: "embedded",
      },
    ],
    problems: [],
  });
});

it("returns the same result synchronously and asynchronously", async () => {
  expect(await provider.locate(capitol)).toEqual(provider.locateSync(capitol));
});

it("rejects if the caller has already aborted", async () => {
  await expect(provider.locate(capitol, AbortSignal.abort())).rejects.toThrow();
});

it("does not call an address verified when something is missing", () => {
  const located = provider.locateSync({ ...capitol, streetAddress1: "Dexter Ave" });
  expect(located).toMatchObject({ verified: false, geocoded: true, problems: [{ code: "AE11" }] });
});

it("gives no coordinates for a contradiction, and reports it", () => {
  const located = provider.locateSync({ ...capitol, state: "NJ" });
  expect(located).toMatchObject({
    region: "NJ",
    verified: false,
    geocoded: false,
    problems: [{ code: "AE01" }],
  });
  expect(located).not.toHaveProperty("latitude");
});

it("has no region if the value is not a state and nothing else determines one", () => {
  expect(provider.locateSync({ ...capitol, state: "Freedonia", zipCode: "99999" }).region).toBeUndefined();
});

it.each([
  ["APO", "AE", "09021"],
  ["FPO", "AP", "96602"],
  ["DPO", "AA", "34002"],
  ["APO", "AE", "36104"],
  ["APO", "NY", "09021"],
])(
  "does not verify military mail, which is nobody's home or work location: %s, %s %s",
  (city, state, zipCode) => {
    const located = provider.locateSync({ streetAddress1: "PSC 3 Box 77", city, state, zipCode });
    expect(located).toMatchObject({
      region: state,
      verified: false,
      geocoded: false,
      problems: [{ code: "MILITARY_ADDRESS" }],
    });
  },
);

it("reports a state that does not exist, and nothing else", () => {
  expect(provider.locateSync({ ...capitol, state: "QQ", zipCode: "00000" })).toMatchObject({
    verified: false,
    geocoded: false,
    codes: ["JURISDICTION_UNKNOWN", "GE01"],
    problems: [{ code: "JURISDICTION_UNKNOWN" }],
  });
});

it("has a label and a description for every code", () => {
  for (const { message, description } of Object.values(resultMessages)) {
    expect(message).toMatch(/^[A-Z][A-Za-z ]+$/);
    expect(description).toMatch(/^[A-Z].+\.$/);
  }
});
