import { expect, it } from "vitest";
import { defined } from "./defined.js";

it("omits undefined members and nothing else, in the same order", () => {
  const made = defined({ c: 0, b: undefined, a: "", d: false, e: null });
  expect(Object.entries(made)).toEqual([
    ["c", 0],
    ["a", ""],
    ["d", false],
    ["e", null],
  ]);
});

it("has the type of what is left", () => {
  const label: string | undefined = ["words"].at(0);
  const made: { readonly id: string; readonly label?: string } = defined({ id: "a", label });
  expect(made).toEqual({ id: "a", label: "words" });
});
