import { baseRoot } from "@withholding-forms/testing/catalog/catalog";
import { expect, it } from "vitest";
import { compileContent } from "../compile/compile.js";
import { coverageMap } from "./coverage-map.js";

const compiled = compileContent(baseRoot, () => {});
if (compiled === undefined) throw new Error("the content cannot be read");
const tileOf = (map: string, code: string): string | undefined =>
  map.split("\n").find((line) => line.includes(`>${code}</text>`));

it("gives each place a tile with the lowest level of its forms, and as many dots", () => {
  const tile = tileOf(coverageMap(compiled, ". TS\nNW OL TX\n"), "TS");
  expect(tile).toContain("<title>State of tests: agency's text</title>");
  expect(tile).toContain('<rect class="AGENCY_TEXT" x="48" y="0"');
  expect(tile?.match(/<circle /g)).toHaveLength(3);
});

it("fails if a place is not on the map, twice, or unknown", () => {
  for (const layout of ["TS NW OL", "TS TS NW OL TX", "TS NW OL TX ZZ"])
    expect(() => coverageMap(compiled, layout)).toThrow(
      "docs/pictures/coverage.txt must have each place once",
    );
});
