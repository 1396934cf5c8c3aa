import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { embeddedProvider } from "./embedded.js";

const buildings = readFileSync(new URL("./test/public-buildings.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split(" | ") as [string, string, string, string, string, string]);

/** ZIP Codes that reach into another county, so that only the street can tell. */
const inSeveralCounties = ["49534", "48823", "45817", "43015", "19003", "46032", "47404", "20912", "11201"];

it("no county of forty-two public buildings is wrong, and those of ZIP Codes in one county are right", () => {
  expect(buildings).toHaveLength(42);
  for (const [streetAddress1, city, state, zipCode, county] of buildings) {
    const { places } = embeddedProvider().locateSync({ streetAddress1, city, state, zipCode });
    const found = places.map(({ code }) => code);
    expect(found, zipCode).toContain(county);
    const isLikely = places.length === 1 && places[0]?.certainty === "LIKELY";
    if (isLikely) expect(found, zipCode).toEqual([county]);
    else expect(inSeveralCounties).toContain(zipCode);
  }
});
