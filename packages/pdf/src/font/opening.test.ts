import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import fontkit, { type Font } from "@cantoo/fontkit";
import { describe, expect, test } from "vitest";
import { makeOpening } from "./make-opening.js";
import {
  boldWidths,
  openings,
  regularWidths,
  startsWithOpening,
  withOpening,
  withoutOpening,
} from "./opening.js";

const fileOf = (name: string): URL => new URL(`../../fonts/${name}`, import.meta.url);

test("the opening matches the fonts and the profile; `npm run fonts` updates it", () => {
  const made = makeOpening(
    fileOf("Arimo-Regular.ttf"),
    fileOf("Arimo-Bold.ttf"),
    readFileSync(fileOf("sRGB.icc")),
  );
  // Packed bytes may differ with the version of zlib, so what they contain is compared.
  expect(unpacked(Buffer.from(made.base64, "base64"))).toEqual(unpacked(openings.drawn.bytes));
  expect(made.widths.regular).toEqual([...regularWidths]);
  expect(made.widths.bold).toEqual([...boldWidths]);
});

describe.each([
  ["regular", 0, regularWidths],
  ["bold", 1, boldWidths],
] as const)("the %s font", (_, place, widths) => {
  const font = fontkit.create(unpacked(openings.drawn.bytes)[place]!) as Font;

  test("has a letter for every code, of the width that the file states", () => {
    // Code 0x41 is A, 0x80 the euro sign, 0xe9 an e with an acute.
    for (const [code, character] of [
      [0x41, "A"],
      [0x80, "€"],
      [0xe9, "é"],
    ] as const) {
      const glyph = font.glyphForCodePoint(character.codePointAt(0)!)!;
      expect(glyph.path.commands.length).toBeGreaterThan(0);
      expect(Math.round((glyph.advanceWidth * 1000) / font.unitsPerEm)).toBe(widths[code]);
    }
  });
});

test("its objects start where it says", () => {
  for (const { bytes, offsets } of Object.values(openings)) {
    offsets.forEach((offset, index) => {
      expect(Buffer.from(bytes.subarray(offset, offset + 8)).toString("latin1")).toBe(`${index + 1} 0 obj\n`);
    });
  }
  // Three objects for a font, one for the profile.
  expect([openings.values.offsets.length, openings.drawn.offsets.length]).toEqual([3, 7]);
});

test("a file is kept without the opening and completed with it", () => {
  const rest = Uint8Array.of(1, 2, 3);
  const file = withOpening(rest);
  expect(startsWithOpening(file)).toBe(true);
  expect([...withoutOpening(file)]).toEqual([1, 2, 3]);
  expect(() => withoutOpening(rest)).toThrow("does not start with the fonts");
});

/** The streams of an opening: both fonts and the profile. */
function unpacked(bytes: Uint8Array): Buffer[] {
  const file = Buffer.from(bytes);
  return [...file.toString("latin1").matchAll(/\/Length (\d+)>>stream\n/g)].map((found) => {
    const from = found.index + found[0].length;
    return inflateSync(file.subarray(from, from + Number(found[1])));
  });
}
