import { expect, it } from "vitest";
import { agreed } from "./agreed.js";

it("joins what records say, and leaves out what they disagree about", () => {
  expect(agreed([{ home: "IN", work: "IN" }, { home: "OUT", pay: "IN" }, { work: "IN" }])).toEqual({
    work: "IN",
    pay: "IN",
  });
  expect(agreed([])).toEqual({});
});
