import { expect, test } from "vitest";
import { changedAreas } from "./changed-areas.js";

/** A white image, 80 by 40 pixels, with black dots. */
function image(...dots: readonly (readonly [x: number, y: number])[]): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(80 * 40 * 4).fill(255);
  for (const [x, y] of dots) pixels.fill(0, (y * 80 + x) * 4, (y * 80 + x) * 4 + 3);
  return pixels;
}

const areas = (after: Uint8ClampedArray, before = image()) => changedAreas(after, before, 80, 40);

test("equal images have no areas", () => {
  expect(areas(image([3, 3]), image([3, 3]))).toEqual([]);
});

test("a dot is in an area with a margin of one cell, inside of the image", () => {
  expect(areas(image([20, 20]))).toEqual([{ left: 8, top: 8, right: 32, bottom: 32 }]);
  expect(areas(image([0, 0]))).toEqual([{ left: 0, top: 0, right: 16, bottom: 16 }]);
  expect(areas(image([79, 39]))).toEqual([{ left: 64, top: 24, right: 80, bottom: 40 }]);
});

test("letters of a word are one area, words far apart are two", () => {
  expect(areas(image([10, 20], [30, 20]))).toEqual([{ left: 0, top: 8, right: 40, bottom: 32 }]);
  expect(areas(image([10, 20], [70, 20]))).toEqual([
    { left: 0, top: 8, right: 24, bottom: 32 },
    { left: 56, top: 8, right: 80, bottom: 32 },
  ]);
});

test("areas do not wrap around the edge of the image", () => {
  expect(areas(image([79, 4], [0, 12]))).toEqual([
    { left: 0, top: 0, right: 16, bottom: 24 },
    { left: 64, top: 0, right: 80, bottom: 16 },
  ]);
});

test("smoothing of the same line is no change", () => {
  const smooth = image();
  smooth.fill(180, (20 * 80 + 20) * 4, (20 * 80 + 20) * 4 + 3);
  expect(areas(smooth)).toEqual([]);
});
