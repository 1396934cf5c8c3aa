import { expect, test } from "vitest";
import { assign } from "./assign.js";

test("the best total wins, even if a row does not get its best column", () => {
  expect(
    assign(
      [
        [9, 8],
        [9, 1],
      ],
      2,
    ),
  ).toEqual([1, 0]);
});

test("a row stays unpaired if no column is left for it", () => {
  expect(
    assign(
      [
        [0, 0],
        [0, 5],
        [0, 4],
      ],
      2,
    ),
  ).toEqual([-1, 1, -1]);
  expect(assign([[3]], 1)).toEqual([0]);
  expect(assign([], 0)).toEqual([]);
});

test("no other choice of pairs has a greater total", () => {
  let seed = 7;
  const next = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * 10);
  };
  for (let round = 0; round < 60; round += 1) {
    const [rows, columns] = [1 + (round % 4), 1 + (round % 5)];
    const scores = Array.from({ length: rows }, () => Array.from({ length: columns }, next));
    const total = assign(scores, columns).reduce((sum, column, row) => sum + (scores[row]?.[column] ?? 0), 0);
    expect([scores, total]).toEqual([scores, bestTotal(scores, 0, new Set())]);
  }
});

function bestTotal(scores: readonly (readonly number[])[], row: number, used: ReadonlySet<number>): number {
  const own = scores[row];
  if (own === undefined) return 0;
  const alone = bestTotal(scores, row + 1, used);
  return Math.max(
    alone,
    ...own.map((score, column) =>
      used.has(column) ? 0 : score + bestTotal(scores, row + 1, new Set([...used, column])),
    ),
  );
}
