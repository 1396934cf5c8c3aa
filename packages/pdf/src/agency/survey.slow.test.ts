import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import {
  officialBytes,
  officialMissing,
  officialNames,
  officialPresent,
} from "@withholding-forms/testing/pdf/official";
import { inputFile, tool } from "@withholding-forms/testing/pdf/tools";
import { describe, expect, test } from "vitest";
import { surveyAgencyFile } from "./survey.js";

async function sample(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([612, 792]);
  const font = document.embedStandardFont(StandardFonts.Helvetica);
  page.drawText("First name", { x: 40, y: 700, size: 10, font });
  page.drawText("1. Line . . . .", { x: 40, y: 650, size: 10, font });
  page.setCropBox(20, 30, 500, 700);
  const form = document.getForm();
  const box = { x: 100, y: 690, width: 80, height: 14, borderWidth: 0 };
  form.createTextField("a.name").addToPage(page, { ...box, font });
  form.createCheckBox("mark").addToPage(page, { ...box, y: 650, width: 10, height: 10 });
  const banner = form.createTextField("banner");
  banner.setText("Read this first");
  banner.addToPage(page, { ...box, y: 600, font });
  banner.enableReadOnly();
  form.createButton("print").addToPage("Print", page, { ...box, y: 560 });
  return document.save();
}

test("a survey has every word with its box, and every field but the buttons", async () => {
  const { pages, fields } = await surveyAgencyFile(await sample());
  expect(pages.map(({ left, bottom }) => [left, bottom])).toEqual([[20, 30]]);
  const words = pages[0]?.words ?? [];
  expect(words.map(({ text }) => text).filter((text) => text !== ".")).toEqual(
    expect.arrayContaining(["First", "name", "1.", "Line"]),
  );
  const first = words.find(({ text }) => text === "First");
  expect([Math.round(first!.rect.x), Math.round(first!.rect.y)]).toEqual([41, 700]);
  expect(fields.map(({ name, kind, shows }) => [name, kind, shows])).toEqual([
    ["a.name", "text", undefined],
    ["mark", "check", undefined],
    ["banner", "text", "Read this first"],
  ]);
  expect(fields[0]?.rect).toEqual({ x: 100, y: 690, width: 80, height: 14 });
});

test("the agencies' files are here to be tested", ({ skip }) => {
  skip(!officialPresent, officialMissing);
});

describe.runIf(officialPresent)("on the agencies' files", () => {
  test.each(officialNames())("%s: nine of ten words are where poppler sees them", async (name) => {
    const file = officialBytes(name);
    const { pages } = await surveyAgencyFile(file);
    const out = tool("pdftotext", ["-bbox", "-f", "1", "-l", "1", inputFile, "-"], file).stdout.toString(
      "utf8",
    );
    const height = Number(/<page width="[\d.]+" height="([\d.]+)"/.exec(out)?.[1]);
    const seen = [
      ...out.matchAll(/<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)</g),
    ]
      .map(([, x, top, , bottom, text]) => ({
        text,
        x: Number(x) + (pages[0]?.left ?? 0),
        y: height - (Number(top) + Number(bottom)) / 2 + (pages[0]?.bottom ?? 0),
      }))
      .filter(({ text }) => /^[A-Za-z]{5,}$/.test(text ?? ""));
    const found = seen.filter(({ text, x, y }) =>
      pages[0]?.words.some(
        ({ text: own, rect }) =>
          own.includes(text ?? "") &&
          rect.x < x + 4 &&
          rect.x + rect.width > x &&
          Math.abs(rect.y + rect.height / 2 - y) < 7,
      ),
    );
    expect(seen.length).toBeGreaterThan(60);
    expect(found.length / seen.length).toBeGreaterThan(0.9);
  });
});
