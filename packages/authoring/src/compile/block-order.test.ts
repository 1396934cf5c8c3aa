import { expect, it } from "vitest";
import { orderedBlocks } from "./block-order.js";

const keys = (blocks: Parameters<typeof orderedBlocks>[0], complaints: string[] = []): (string | number)[] =>
  orderedBlocks(blocks, (key, message) => complaints.push(`${key}: ${message}`)).map(([key]) => key);

it("draws a list unchanged, and keyed blocks in the order written", () => {
  expect(keys([{ heading: "A" }, { heading: "B" }])).toEqual([0, 1]);
  expect(keys({ b: { heading: "B" }, a: { heading: "A" } })).toEqual(["b", "a"]);
});

it("places blocks after the one they name, also after each other", () => {
  const blocks = {
    a: { heading: "A" },
    b: { heading: "B" },
    first: { heading: "C", after: "a" },
    second: { heading: "D", after: "a" },
    third: { heading: "E", after: "first" },
  };
  expect(keys(blocks)).toEqual(["a", "first", "third", "second", "b"]);
});

it("reports a place that does not exist, and draws the block at the end", () => {
  const complaints: string[] = [];
  expect(keys({ x: { heading: "X", after: "nowhere" }, a: { heading: "A" } }, complaints)).toEqual([
    "a",
    "x",
  ]);
  expect(complaints).toEqual([
    'x: there is no block "nowhere" to place this after: name one that comes before it',
  ]);
});
