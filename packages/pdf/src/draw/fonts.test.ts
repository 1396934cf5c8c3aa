import { expect, test } from "vitest";
import { widthOf, winAnsi } from "./fonts.js";

test("measures words by the widths of the embedded fonts", () => {
  // A and B are 1366 of 2048 units wide in Arimo, 1479 in Arimo Bold; a file says 667 and 722 thousandths.
  expect(widthOf("AB", "regular", 10)).toBeCloseTo(13.34);
  expect(widthOf("AB", "bold", 10)).toBeCloseTo(14.44);
});

test("does not kern, because the drawn words are not kerned", () => {
  expect(widthOf("AV", "regular", 10)).toBeCloseTo(widthOf("A", "regular", 10) + widthOf("V", "regular", 10));
});

test("encodes English, Spanish and French words in WinAnsi", () => {
  expect(Buffer.from(winAnsi("Ñ é œ € ’ « »"), "latin1")).toEqual(
    Buffer.from([0xd1, 0x20, 0xe9, 0x20, 0x9c, 0x20, 0x80, 0x20, 0x92, 0x20, 0xab, 0x20, 0xbb]),
  );
});

test("names a character that cannot be drawn and the words it is in", () => {
  expect(() => winAnsi("Łódź withholding")).toThrow(
    'The character U+0141 in "Łódź withholding" cannot be drawn: it is not in WinAnsi.',
  );
});
