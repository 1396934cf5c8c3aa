import { readFileSync } from "node:fs";
import fontkit, { type Font } from "@cantoo/fontkit";
import { describe, expect, test } from "vitest";
import { createSubset } from "./subset.js";
import { readFont } from "./truetype.js";

const arimo = readFont("Arimo-Regular", new URL("../../fonts/Arimo-Regular.ttf", import.meta.url));
const dejavu = readFont("DejaVuSans", new URL("../../fonts/DejaVuSans.ttf", import.meta.url));

describe.each([
  ["Arimo", arimo],
  ["DejaVu Sans", dejavu],
])("a subset of %s", (_, font) => {
  test("is a font that another library can read, with the outlines of the original", () => {
    const subset = createSubset(font);
    const glyphs = Array.from("ŁęÅ§", (letter) => subset.use(letter)!);
    const small = opened(subset.write());
    const whole = opened(readFileSync(new URL(`../../fonts/${font.name}.ttf`, import.meta.url)));
    Array.from("ŁęÅ§").forEach((letter, index) => {
      const original = whole.glyphForCodePoint(letter.codePointAt(0)!)!;
      const copy = small.getGlyph(glyphs[index]!)!;
      expect(copy.path.toSVG()).toBe(original.path.toSVG());
      expect(copy.advanceWidth).toBe(original.advanceWidth);
      expect(subset.advanceOf(glyphs[index]!)).toBeCloseTo((original.advanceWidth * 1000) / whole.unitsPerEm);
    });
  });

  test("numbers letters as they come and gives a letter the same number again", () => {
    const subset = createSubset(font);
    const first = subset.use("A");
    subset.use("B");
    expect(subset.use("A")).toBe(first);
    expect(subset.texts()[first!]).toBe("A");
  });

  test("has no glyph for what the font lacks", () => {
    expect(createSubset(font).use("漢")).toBeUndefined();
    expect(createSubset(font).use("a漢")).toBeUndefined();
  });
});

describe("marks without their own code", () => {
  const boxOf = (cluster: string) => {
    const subset = createSubset(arimo);
    const glyph = subset.use(cluster)!;
    return opened(subset.write()).getGlyph(glyph)!.path.bbox;
  };

  test("are above the letter, the higher the taller it is", () => {
    expect(boxOf("q\u0300").maxY).toBeGreaterThan(boxOf("q").maxY + 100);
    expect(boxOf("Q\u0300").maxY).toBeGreaterThan(boxOf("q\u0300").maxY + 100);
  });

  test("are stacked", () => {
    expect(boxOf("q\u0300\u0304").maxY).toBeGreaterThan(boxOf("q\u0300").maxY + 50);
  });

  test("are below the letter's foot", () => {
    expect(boxOf("q\u0331").minY).toBeLessThan(boxOf("q").minY - 50);
  });

  test("do not make the letter wider", () => {
    const subset = createSubset(arimo);
    expect(subset.advanceOf(subset.use("q\u0300")!)).toBe(subset.advanceOf(subset.use("q")!));
  });

  test("take the place of the dot of i and j, also under an ogonek", () => {
    // With its dot left in place, the i would have one more contour than the dotless one.
    const contours = (cluster: string) => {
      const subset = createSubset(arimo);
      const glyph = subset.use(cluster)!;
      const path = opened(subset.write()).getGlyph(glyph)!.path;
      return path.commands.filter(({ command }: { command: string }) => command === "moveTo").length;
    };
    expect(contours("i\u030b")).toBe(contours("\u0131") + contours("\u02dd"));
    expect(contours("\u012f\u0301")).toBe(contours("\u0131") + contours("\u02db") + contours("\u00b4"));
  });
});

test("letters of one shape keep their own meaning", () => {
  const subset = createSubset(dejavu);
  const latin = subset.use("A")!;
  const greek = subset.use("\u0391")!;
  expect(subset.texts()[latin]).toBe("A");
  expect(subset.texts()[greek]).toBe("\u0391");
});

function opened(bytes: Uint8Array): Font {
  return fontkit.create(bytes) as Font;
}
