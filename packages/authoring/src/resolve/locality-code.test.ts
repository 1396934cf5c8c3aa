import { expect, it } from "vitest";
import type { Path, Source } from "../read/source.js";
import { withLocality } from "./locality-code.js";

const written: Source = {
  file: "us/ZZ/ZZ201/1.0.0/parameters.yaml",
  data: {
    "LOCALITY.share": { value: 'city == "LOCALITY" ? 1 : 0', when: "inLOCALITYS" },
    boxes: ["city_LOCALITY", "OTHER_PLACE", 3],
  },
  // The line of a key that exists is 7, that of the file is 1.
  at: (path: Path) => ({ file: "f", line: path[0] === "LOCALITY.share" ? 7 : 1 }),
};

it("puts the code of the locality into keys, formulas and field names, and leaves other words alone", () => {
  expect(withLocality(written, "ZZ_BAY").data).toEqual({
    "ZZ_BAY.share": { value: 'city == "ZZ_BAY" ? 1 : 0', when: "inLOCALITYS" },
    boxes: ["city_ZZ_BAY", "OTHER_PLACE", 3],
  });
});

it("finds the line of a key as it is written", () => {
  expect(withLocality(written, "ZZ_BAY").at(["ZZ_BAY.share", "value"])).toEqual({ file: "f", line: 7 });
  expect(withLocality(written, "ZZ_BAY").at(["boxes"])).toEqual({ file: "f", line: 1 });
});
