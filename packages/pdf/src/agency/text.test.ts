import { StandardFonts } from "@cantoo/pdf-lib";
import { smallBlank } from "@withholding-forms/testing/pdf/blank";
import { popplerText } from "@withholding-forms/testing/pdf/checks";
import { officialBytes, officialMissing, officialPresent } from "@withholding-forms/testing/pdf/official";
import { expect, test } from "vitest";
import { pageTexts } from "./text.js";

test("words come in reading order with one space between them", async () => {
  const pdf = await smallBlank(async (document) => {
    const font = document.embedStandardFont(StandardFonts.Helvetica);
    const page = document.getPages()[0]!;
    page.drawText("second  line", { x: 50, y: 480, size: 10, font });
    page.drawText("first line,", { x: 50, y: 495, size: 10, font });
  });
  expect(await pageTexts(pdf)).toEqual(["A small form second line first line,"]);
});

test("anything but a PDF is rejected", async () => {
  await expect(pageTexts(Buffer.from("no pdf"))).rejects.toThrow();
});

test("of the W-4 the same words as poppler's", async ({ skip }) => {
  skip(!officialPresent, officialMissing);
  const file = officialBytes("us/federal/fw4-2026.pdf");
  const texts = await pageTexts(file);
  expect(texts).toHaveLength(5);
  const words = (text: string): string[] =>
    text
      .split(/\s+/)
      .filter((word) => /\w/.test(word))
      .sort();
  // The order of columns is a matter of taste; the words are not.
  expect(words(texts[0]!)).toEqual(words(popplerText(file, 1)));
  expect(words(texts[1]!)).toEqual(words(popplerText(file, 2)));
});
