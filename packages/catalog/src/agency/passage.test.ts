import { expect, test } from "vitest";
import { passage } from "./passage.js";

const pages = ["A title. (a) Take one, or (b) take two. The end of it.", "Another page"];

test("the words from one anchor to the next, both included", () => {
  expect(passage(pages, { page: 1, from: "(a) Take", to: "two." })).toEqual({
    text: "(a) Take one, or (b) take two.",
  });
});

test("the end is the first one after the start", () => {
  expect(passage(["x. a b x. c x."], { page: 1, from: "a", to: "x." })).toEqual({ text: "a b x." });
});

test.each([
  [{ page: 3, from: "A", to: "B" }, "there is no page 3"],
  [{ page: 1, from: "(z)", to: "two." }, 'page 1 does not say "(z)"'],
  [{ page: 1, from: "(a) Take", to: "three." }, 'page 1 does not say "three." after "(a) Take"'],
  [{ page: 1, from: "The end", to: "A title" }, 'page 1 does not say "A title" after "The end"'],
  [{ page: 1, from: "e ", to: "it" }, 'page 1 says "e " more than once'],
])("%j is not found", (where, fault) => {
  expect(passage(pages, where)).toEqual({ fault });
});
