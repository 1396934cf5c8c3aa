import { describe, expect, test } from "vitest";
import { type Columns, type Piece, paginate } from "./flow.js";

const room = () => ({ top: 0, bottom: 100 });
const piece = (height: number, more: Partial<Piece> = {}): Piece => ({
  height,
  ruled: true,
  paint: () => {},
  ...more,
});

/** The tops on each page. */
const tops = (items: (Piece | Columns)[]) =>
  paginate(items, room, 0).map((page) => page.map(({ top }) => top));

describe("paginate", () => {
  test("stacks pieces with their gaps and starts a page when one does not fit", () => {
    expect(tops([piece(40), piece(40, { gap: 5 }), piece(40)])).toEqual([[0, 45], [0]]);
  });

  test("drops the gap at the top of a page", () => {
    expect(tops([piece(90), piece(20, { gap: 30 })])).toEqual([[0], [0]]);
  });

  test("leaves a little space under the head's rule where a piece has no rule above it", () => {
    expect(tops([piece(20, { ruled: false }), piece(20)])).toEqual([[5, 25]]);
  });

  test("moves a heading to the page of what follows it", () => {
    expect(tops([piece(70), piece(20, { keep: true }), piece(20)])).toEqual([[0], [0, 20]]);
  });

  test("splits what is kept together only when it fits no page", () => {
    expect(tops([piece(60, { keep: true }), piece(60, { keep: true }), piece(60)])).toEqual([[0], [0], [0]]);
  });

  test("draws the header again where a table continues, and not where it starts", () => {
    const again = piece(10);
    const rows = [piece(50, { again }), piece(40, { again }), piece(40, { again })];
    expect(tops(rows)).toEqual([
      [0, 50],
      [0, 10],
    ]);
  });

  test("balances two columns", () => {
    const columns = { columns: [piece(20), piece(20), piece(20), piece(20)], gap: 10, shift: 200 };
    const [page] = paginate([piece(30), columns], room, 0);
    expect(page!.map(({ top, shift }) => [top, shift])).toEqual([
      [0, 0],
      [40, 0],
      [60, 0],
      [40, 200],
      [60, 200],
    ]);
  });

  test("fills both columns of a page before it starts the next", () => {
    const columns = { columns: Array.from({ length: 10 }, () => piece(30)), gap: 0, shift: 200 };
    const pages = paginate([columns], room, 0);
    expect(pages.map((page) => page.map(({ top, shift }) => [top, shift]))).toEqual([
      [
        [5, 0],
        [35, 0],
        [65, 0],
        [5, 200],
        [35, 200],
        [65, 200],
      ],
      [
        [5, 0],
        [35, 0],
        [5, 200],
        [35, 200],
      ],
    ]);
  });

  test("rejects a block that fits no page", () => {
    expect(() => tops([piece(101)])).toThrow("A block of 101 points is higher than a page.");
    expect(() => tops([{ columns: [piece(20), piece(101)], gap: 0, shift: 200 }])).toThrow(
      "higher than a page",
    );
  });

  test("splits what is kept together in columns when it fits no column", () => {
    const kept = Array.from({ length: 6 }, () => piece(40, { keep: true }));
    const pages = paginate([{ columns: kept, gap: 0, shift: 200 }], room, 0);
    expect(pages.map((page) => page.length)).toEqual([4, 2]);
  });

  test("continues below columns at the end of the longer one", () => {
    const columns = { columns: [piece(30), piece(20)], gap: 0, shift: 200 };
    expect(tops([piece(10), columns, piece(10)])).toEqual([[0, 10, 10, 40]]);
  });
});
