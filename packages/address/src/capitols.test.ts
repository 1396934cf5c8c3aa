import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { embeddedProvider } from "./embedded.js";

const provider = embeddedProvider();
const capitols = readFileSync(new URL("test/capitols.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split("|").map((part) => part.trim()));

it("knows the capitols of 50 states", () => {
  expect(new Set(capitols.map(([state]) => state)).size).toBe(50);
});

it.each(capitols)(
  "finds the capitol of %s within 0.3 degrees",
  (state, street, city, zipCode, latitude, longitude) => {
    const located = provider.locateSync({
      streetAddress1: street!,
      city: city!,
      state: state!,
      zipCode: zipCode!,
    });
    expect(located.region).toBe(state);
    expect(located.codes).toContain("GS03");
    expect(located.latitude).toMatch(/^\d+\.\d{6}$/);
    expect(located.longitude).toMatch(/^-\d+\.\d{6}$/);
    expect(Math.abs(Number(located.latitude) - Number(latitude))).toBeLessThan(0.3);
    expect(Math.abs(Number(located.longitude) - Number(longitude))).toBeLessThan(0.3);
  },
);
