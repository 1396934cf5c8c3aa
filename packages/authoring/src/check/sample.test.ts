import { describe, expect, it } from "vitest";
import { sampleOf } from "./sample.js";

describe("sampleOf", () => {
  it.each([
    ["^[0-9]{1,3}$", "1", "999"],
    ["^(?:SINGLE|JOINT|X)$", "X", "SINGLE"],
    ["^-?[0-9]{2}(?:\\.[0-9]{2})?$", "11", "-99.99"],
    ["^(?:0[1-9]|1[0-2])/(?:19|20)[0-9]{2}$", "01/1911", "12/2099"],
    ["^[\\p{L} .'\\-]{1,4}$", "A", "MMMM"],
    ["^[^\\p{Cc}]{2,3}$", "11", "999"],
    ["^[A-Za-z][0-9][A-Za-z] ?[0-9][A-Za-z][0-9]$", "A1A1A1", "M9M 9M9"],
    ["^a+b*c?$", "a", "aaaaabbbbbc"],
    ["^(?:\\([0-9]{3}\\) ?|[0-9]{3}[-. ]?)[0-9]{4}$", "1111111", "(999) 9999"],
    ["^\\$[5-7]$", "$5", "$7"],
  ])("finds texts for %s: %s and %s", (pattern, short, long) => {
    expect(sampleOf(pattern)).toEqual({ short, long });
  });

  it("gives nothing where its guess does not match", () => {
    expect(sampleOf("^(?=x)y$")).toEqual({});
  });
});
