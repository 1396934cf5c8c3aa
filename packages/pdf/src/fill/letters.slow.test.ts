import { smallBlank } from "@withholding-forms/testing/pdf/blank";
import { faults, popplerText, unpackedFile } from "@withholding-forms/testing/pdf/checks";
import { placedTexts } from "@withholding-forms/testing/pdf/pdfjs";
import { beforeAll, describe, expect, test } from "vitest";
import { compileTemplate } from "../compile/compile.js";
import type { Template } from "../template.js";
import { createEmbedding, embeddedFonts } from "./embed.js";
import { fill } from "./fill.js";
import { createUnits, readUnits } from "./units.js";

let template: Template;
beforeAll(async () => {
  template = await compileTemplate(await smallBlank());
});

const names = [
  ["Spanish", "María José Peñaranda Núñez"],
  ["French", "Loïc Lœuillet-Crête d’Aÿ"],
  ["German", "Jürgen Weiß-Müller"],
  ["Irish", "Siobhán Ní Dhubhghaill O’Neill"],
  ["Icelandic", "Þórður Æsir Guðmundsson"],
  ["Polish", "Łukasz Święcicki-Żółć"],
  ["Czech", "Jiří Dvořák-Šťastný"],
  ["Slovak", "Ľubomír Ďurček"],
  ["Hungarian", "Erdős Kálmán Győző"],
  ["Romanian", "Ștefan Țuțea"],
  ["Croatian", "Đorđe Ćosić"],
  ["Turkish", "İbrahim Çağrı Şıkoğlu"],
  ["Azeri", "Əli Məmmədov"],
  ["Latvian", "Ķēniņš Ģirts"],
  ["Lithuanian", "Žvirždauskas Ųla"],
  ["Estonian", "Õnne Pärn"],
  ["Maltese", "Ġorġ Ħaż-Żebbuġ"],
  ["Welsh", "Llŷr Ŵyn"],
  ["Vietnamese", "Nguyễn Thị Hương Đặng"],
  ["Yoruba, marks without their own code", "Adébáyọ̀ Ọlọ́runtọ́ba"],
  ["Igbo", "Ṅgọzị Ụchẹ́"],
  ["Ewe", "Kɔfi Ɖoƒe"],
  ["Hausa", "Ɗan Ƙasa Ɓello"],
  ["Navajo", "Yázhí Ádįįh Łį́į́"],
  ["Hawaiian", "Kalaniʻōpuʻu Kekūaokalani"],
  ["Lushootseed", "siʔaɫ ƛ̕xʷ"],
  ["Catalan", "Gal·la Coll"],
  ["Esperanto", "Ŝanĝo Ĉapelo"],
  ["Greek", "Γιώργος Παπαδόπουλος"],
  ["Polytonic Greek", "Ἀριστοτέλης ὁ Σταγιρίτης"],
  ["Russian", "Фёдор Щербаков"],
  ["Ukrainian", "Євгенія Їжакевич"],
  ["Serbian", "Ђорђе Љубичић"],
  ["Kazakh", "Әлия Қуатқызы"],
  ["Armenian", "Արամ Խաչատրյան"],
  ["Georgian", "გიორგი ბერიძე"],
  ["Inuktitut", "ᐊᓪᓚᑦ ᓄᓇᕗᑦ"],
  ["Cree", "ᓀᐦᐃᔭᐍᐏᐣ"],
  ["decomposed", "Jose\u0301 Nun\u0303ez"],
] as const;

test.each(names)("%s: %s is printed and can be read back", async (_, name) => {
  const pdf = filled(name);
  expect(faults(pdf)).toBe("");
  const written = name.normalize("NFC");
  expect(squeezed((await placedTexts(pdf)).map(({ text }) => text).join(" "))).toContain(squeezed(written));
  expect(squeezed(popplerText(pdf))).toContain(squeezed(written));
});

test("a decomposed name that every file has the letters of brings no further font", () => {
  expect(unpackedFile(filled("Jose\u0301 Nun\u0303ez")).match(/\/FontFile2/g)).toHaveLength(1);
});

test("a name with one letter that not every file has is set in one font as a whole", () => {
  const file = unpackedFile(filled("Łukasz Kowalski"));
  expect(file.match(/\/FontFile2/g)).toHaveLength(2);
  expect(file).toMatch(/\/BaseFont \/[A-Z]{6}\+Arimo/);
  expect(file).not.toContain("(Kowalski)");
});

test("a font brings only the letters in use", () => {
  expect(filled("Łukasz").length - filled("Lukasz").length).toBeLessThan(5000);
});

test("two fonts serve one value where the first lacks a letter", async () => {
  const pdf = filled("Łukasz ᓄᓇᕗᑦ");
  expect(faults(pdf)).toBe("");
  const file = unpackedFile(pdf);
  expect(file).toMatch(/\+Arimo/);
  expect(file).toMatch(/\+DejaVuSans/);
  expect(squeezed(popplerText(pdf))).toContain("Łukaszᓄᓇᕗᑦ");
});

describe("characters that cannot be typeset correctly are rejected and named", () => {
  test.each([
    ["Chinese", "李小龍", "李"],
    ["Hebrew, which runs from right to left", "דוד", "ד"],
    ["Arabic, whose letters join", "محمد", "م"],
    ["Devanagari, whose vowels move", "राम", "र"],
    ["Thai", "สมชาย", "ส"],
    ["Korean", "김", "김"],
    ["an emoji", "Ann 🚀", "🚀"],
    ["half a character", "Ann \ud83d", "\ud83d"],
    ["a character of private use", "Ann \ue000", "\ue000"],
    ["an order that only a screen would show", "Ann \u202eeeL", "\u202e"],
    ["a stretch in another direction", "Ann \u2067eeL\u2069", "\u2067"],
    ["a Hangul filler, which is a letter without ink", "\u3164", "\u3164"],
    ["a half-width Hangul filler", "Ann\uffa0", "\uffa0"],
    ["a Hangul choseong filler", "\u115f", "\u115f"],
    ["a Hangul jungseong filler", "\u1160", "\u1160"],
    ["a Khmer vowel that is never seen", "\u17b4\u17b5", "\u17b4"],
    ["a combining grapheme joiner", "A\u034fnn", "\u034f"],
    ["a variation selector", "Ann\ufe0f", "\ufe0f"],
    ["a variation selector of the supplement", "Ann\u{e0100}", "\u{e0100}"],
    ["a zero-width space", "An\u200bn", "\u200b"],
    ["a soft hyphen", "An\u00adn", "\u00ad"],
    ["a control character", "An\u0007n", "\u0007"],
  ])("%s", (_, value, character) => {
    expect(fill(template, { values: { left: value }, mode: "SIGN" })).toEqual({
      problems: [{ field: "left", code: "CHARACTER", character }],
    });
  });
});

test("every accepted character has ink, or is white space", () => {
  const units = createUnits();
  const withoutInk: string[] = [];
  // No font of ours has a character beyond the second plane; the tags and selectors of plane 14 are invisible.
  const codes = [...range(0, 0xd7ff), ...range(0xe000, 0x1ffff), ...range(0xe0000, 0xe0fff)];
  for (const code of codes) {
    const character = String.fromCodePoint(code);
    if (/[\s\u0085]/u.test(character)) continue;
    if (readUnits(units, character, false, createEmbedding()) !== undefined) continue;
    const font = units.fonts[0] === 0 ? undefined : embeddedFonts[units.fonts[0]! - 1]!.font();
    const inked = Array.from(character.normalize("NFC"), (part) =>
      font === undefined ? 1 : font.outlineOf(font.glyphOf(part.codePointAt(0)!)).byteLength,
    );
    if (units.count === 0 || inked.includes(0)) withoutInk.push(code.toString(16));
  }
  expect(withoutInk).toEqual([]);
});

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

test("a mark that the letter's own font lacks is rejected", () => {
  const values = { left: "\u1401\u0350" };
  expect(fill(template, { values, mode: "SIGN" })).toEqual({
    problems: [{ field: "left", code: "CHARACTER", character: "\u0350" }],
  });
});

test("stacked marks that would print over other lines are rejected", () => {
  expect(filled("q\u0300\u0304\u0323\u0331").length).toBeGreaterThan(0);
  const values = { left: `q${"\u0300".repeat(5)}` };
  expect(fill(template, { values, mode: "SIGN" })).toEqual({
    problems: [{ field: "left", code: "CHARACTER", character: "\u0300" }],
  });
});

test("long text in an embedded font shrinks by its own widths and is rejected past the floor", async () => {
  const texts = await placedTexts(filled("Щ".repeat(25)));
  const line = texts.find(({ text }) => text === "Щ".repeat(25))!;
  expect(line.size).toBeLessThan(10);
  expect(line.x + line.width).toBeLessThanOrEqual(248.5);
  expect(fill(template, { values: { left: "Щ".repeat(60) }, mode: "SIGN" })).toMatchObject({
    problems: [{ field: "left", code: "TOO_LONG" }],
  });
});

test("comb cells and lines take such letters too", async () => {
  const result = fill(template, {
    values: { comb: "ŁÓDŹ", lines: "Łódź, Piotrkowska 1\nŻywiec" },
    mode: "SIGN",
  });
  if ("problems" in result) throw new Error("refused");
  expect(faults(result.pdf)).toBe("");
  expect(popplerText(result.pdf)).toContain("ŁÓDŹ");
  expect(popplerText(result.pdf)).toContain("Łódź, Piotrkowska 1\nŻywiec");
});

test("the same letters give the same bytes", () => {
  expect(filled("Nguyễn ᓄᓇᕗᑦ")).toEqual(filled("Nguyễn ᓄᓇᕗᑦ"));
});

function filled(name: string): Uint8Array {
  const result = fill(template, { values: { left: name }, mode: "SIGN" });
  if ("problems" in result) throw new Error(JSON.stringify(result.problems));
  return result.pdf;
}

/** Readers put spaces where letters are apart; what matters is the letters and their order. */
function squeezed(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, "");
}
