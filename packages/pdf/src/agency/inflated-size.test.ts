import { deflateSync } from "node:zlib";
import { PDFDocument, PDFName, PDFRawStream } from "@cantoo/pdf-lib";
import { smallBlank } from "@withholding-forms/testing/pdf/blank";
import { expect, test } from "vitest";
import { cleanAgencyFile } from "./clean.js";
import { requireModestStreams } from "./inflated-size.js";

/** A whole PDF with further streams of so many zeros each. */
async function withZeros(...sizes: readonly number[]): Promise<Uint8Array> {
  const document = await PDFDocument.load(await smallBlank());
  for (const size of sizes) {
    const dict = document.context.obj({});
    dict.set(PDFName.of("Filter"), PDFName.of("FlateDecode"));
    document.context.register(PDFRawStream.of(dict, deflateSync(Buffer.alloc(size))));
  }
  return document.save();
}

test("a file that unpacks to more than 100 MB is rejected before it is taken apart", async () => {
  const bomb = await withZeros(101_000_000);
  expect(bomb.length).toBeLessThan(200_000);
  await expect(cleanAgencyFile(bomb)).rejects.toThrow("The file unpacks to more than 100 MB.");
});

test("what counts is the sum of all streams", async () => {
  const blank = await withZeros();
  const file = await withZeros(400_000, 400_000, 400_000);
  requireModestStreams(file, 1_300_000 + blank.length * 20);
  expect(() => requireModestStreams(file, 1_000_000)).toThrow("unpacks to more than");
});

test("streams that are not packed, damaged or cut off are left to the libraries", () => {
  for (const text of ["stream\nplain\nendstream", "stream\r\nx\u009c!!\nendstream", "stream", "stream\n", ""])
    requireModestStreams(Buffer.from(text, "latin1"), 10);
});
