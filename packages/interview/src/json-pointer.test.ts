import { describe, expect, test } from "vitest";
import { pointerNames, pointerTo, valueAt } from "./json-pointer.js";

describe("a JSON pointer", () => {
  test.each([
    ["", "fields", "/fields", ["fields"]],
    ["/fields", "a/b", "/fields/a~1b", ["fields", "a/b"]],
    ["/fields", "m~n", "/fields/m~0n", ["fields", "m~n"]],
    ["/fields", "~1", "/fields/~01", ["fields", "~1"]],
    ["/fields", "", "/fields/", ["fields", ""]],
    ["/workAddresses", 0, "/workAddresses/0", ["workAddresses", "0"]],
  ])("from %j to %j is %j", (parent, member, pointer, names) => {
    expect(pointerTo(parent, member)).toBe(pointer);
    expect(pointerNames(pointer)).toEqual(names);
  });

  test("finds what it points to, and nothing that the document does not have itself", () => {
    const document = { employee: { address: { city: "Mobile" } }, list: ["a", "b"], "a/b": 1 };
    expect(valueAt(document, "")).toBe(document);
    expect(valueAt(document, "/employee/address/city")).toBe("Mobile");
    expect(valueAt(document, "/list/1")).toBe("b");
    expect(valueAt(document, "/a~1b")).toBe(1);
    expect(valueAt(document, "/employee/address/city/length")).toBeUndefined();
    expect(valueAt(document, "/employee/toString")).toBeUndefined();
    expect(valueAt(null, "/employee")).toBeUndefined();
  });
});
