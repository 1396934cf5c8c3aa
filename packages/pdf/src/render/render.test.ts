import { PDFDocument } from "@cantoo/pdf-lib";
import { smallBlank } from "@withholding-forms/testing/pdf/blank";
import { tool } from "@withholding-forms/testing/pdf/tools";
import { PNG } from "pngjs";
import { expect, test } from "vitest";
import { drawBlank } from "../draw/draw.js";
import { state } from "../draw/test/state.js";
import { encodePng } from "./png.js";
import { renderPage, renderPages } from "./render.js";

test("pages become images of exactly the requested width, in the page's proportions", async () => {
  const [page] = await renderPages(await smallBlank(), 1280);
  const { width, height } = PNG.sync.read(Buffer.from(page!));
  expect([width, height]).toEqual([1280, 1656]);
});

test("a page that is not whole points wide is as wide too", async () => {
  const document = await PDFDocument.create();
  document.addPage([611.976, 791.968]).drawText("x", { x: 50, y: 700 });
  document.addPage([792, 612]).drawText("wide", { x: 50, y: 300 });
  const pages = (await renderPages(await document.save(), 1280)).map((page) =>
    PNG.sync.read(Buffer.from(page)),
  );
  expect(pages.map(({ width, height }) => [width, height])).toEqual([
    [1280, 1656],
    [1280, 989],
  ]);
});

test("one page renders the same alone as with all others", async () => {
  const document = await PDFDocument.create();
  for (const word of ["first", "second", "third"])
    document.addPage([300, 300]).drawText(word, { x: 50, y: 200 });
  const pdf = await document.save();
  const all = await renderPages(pdf, 200);
  expect(Buffer.compare(all[0]!, all[1]!)).not.toBe(0);
  for (const [index, page] of all.entries())
    expect(Buffer.compare(await renderPage(pdf, 200, index + 1), page)).toBe(0);
  await expect(renderPage(pdf, 200, 4)).rejects.toThrow();
});

test("a drawn form looks the same to poppler", async () => {
  const blank = await drawBlank(state);
  const [page] = await renderPages(blank, 640);
  const ours = PNG.sync.read(Buffer.from(page!));
  const args = ["-png", "-singlefile", "-scale-to-x", "640", "-scale-to-y", "828", "-"];
  const theirs = PNG.sync.read(tool("pdftoppm", args, blank).stdout);
  expect([theirs.width, theirs.height]).toEqual([ours.width, ours.height]);
  // Fonts and smoothing differ between engines; the ink in each square of 20 pixels does not, much.
  const [a, b] = [inkBySquare(ours), inkBySquare(theirs)];
  const different = a.filter((ink, index) => Math.abs(ink - b[index]!) > 0.25).length;
  expect(a.filter((ink) => ink > 0.02).length).toBeGreaterThan(100);
  expect(different / a.length).toBeLessThan(0.02);
});

test("two at a time do not disturb each other", async () => {
  const blank = await smallBlank();
  const [alone] = await renderPages(blank, 200);
  const both = await Promise.all([renderPages(blank, 200), renderPages(blank, 200)]);
  expect(both.map(([page]) => Buffer.compare(page!, alone!))).toEqual([0, 0]);
});

test("anything but a PDF is rejected, and the engine continues", async () => {
  await expect(renderPages(Buffer.from("no pdf"), 100)).rejects.toThrow();
  expect(await renderPages(await smallBlank(), 100)).toHaveLength(1);
});

test("a gray image takes one byte per pixel, a color image three; both can be read back", () => {
  const grey = Uint8Array.from([0, 0, 0, 255, 128, 128, 128, 255]);
  const color = Uint8Array.from([255, 0, 0, 255, 1, 2, 3, 255]);
  for (const [data, type] of [
    [grey, 0],
    [color, 2],
  ] as const) {
    const png = encodePng({ width: 2, height: 1, data });
    expect(png[25]).toBe(type);
    expect([...PNG.sync.read(Buffer.from(png)).data]).toEqual([...data]);
  }
});

function inkBySquare({ width, height, data }: PNG): number[] {
  const squares: number[] = [];
  for (let top = 0; top < height; top += 20) {
    for (let left = 0; left < width; left += 20) {
      let ink = 0;
      let count = 0;
      for (let y = top; y < Math.min(top + 20, height); y += 1) {
        for (let x = left; x < Math.min(left + 20, width); x += 1) {
          ink += 1 - data[(y * width + x) * 4]! / 255;
          count += 1;
        }
      }
      squares.push(ink / count);
    }
  }
  return squares;
}
