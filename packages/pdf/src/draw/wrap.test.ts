import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { widthOf } from "./fonts.js";
import { type Span, wrap, wrapBalanced } from "./wrap.js";

fc.configureGlobal({ seed: 2026 });

const plain = (text: string): Span[] => [{ text, face: "regular" }];
const textOf = (spans: readonly Span[], width: number) =>
  wrap(spans, 10, width).map((line) => line.runs.map((run) => run.text).join(""));
/** Wide enough for exactly these words. */
const fits = (text: string) => widthOf(text, "regular", 10) + 0.5;

describe("wrap", () => {
  test("breaks a sentence at its spaces", () => {
    expect(textOf(plain("give this form to your employer"), fits("give this form"))).toEqual([
      "give this form",
      "to your",
      "employer",
    ]);
  });

  test("ends a line at a line feed", () => {
    expect(textOf(plain("one\ntwo three"), 500)).toEqual(["one", "two three"]);
  });

  test("keeps a French amount with its groups and its sign", () => {
    expect(textOf(plain("inscrivez 15 000 $ ici"), fits("inscrivez 15 000"))).toEqual([
      "inscrivez",
      "15 000 $ ici",
    ]);
  });

  test("keeps French punctuation and guillemets with their words", () => {
    expect(textOf(plain("cochez « 0 » ou non ?"), fits("cochez « 0"))).toEqual([
      "cochez",
      "« 0 » ou",
      "non ?",
    ]);
  });

  test("keeps a line's number with the word that names it", () => {
    expect(textOf(plain("subtract it from line 5 below"), fits("subtract it from line"))).toEqual([
      "subtract it from",
      "line 5 below",
    ]);
  });

  test("breaks a word after its own hyphen without adding another", () => {
    expect(textOf(plain("self-employment"), fits("self-employme"))).toEqual(["self-", "employment"]);
  });

  test("shows a soft hyphen only where a line ends", () => {
    expect(textOf(plain("Renseigne\u00adments"), fits("Renseigne-"))).toEqual(["Renseigne-", "ments"]);
    expect(textOf(plain("Renseigne\u00adments"), 500)).toEqual(["Renseignements"]);
  });

  test("hyphenates a word that is wider than the column", () => {
    expect(textOf(plain("abcdefghij"), fits("abcde-"))).toEqual(["abcde-", "fghij"]);
  });

  test("does not leave one short word on the last line", () => {
    const lines = textOf(
      plain("Read the notice before you complete it."),
      fits("Read the notice before you complete"),
    );
    expect(lines).toEqual(["Read the notice before you", "complete it."]);
  });

  test("sets bold and regular words on the same line", () => {
    const [line] = wrap(
      [
        { text: "Other income.", face: "bold" },
        { text: "Enter it", face: "regular" },
      ],
      10,
      500,
    );
    expect(line!.runs.map(({ text, face }) => [text, face])).toEqual([
      ["Other income.", "bold"],
      [" Enter it", "regular"],
    ]);
    expect(line!.runs[1]!.x).toBeCloseTo(widthOf("Other income.", "bold", 10));
  });

  test("never loses a letter and never exceeds the width", () => {
    const word = fc.stringMatching(/^[a-zéñ$0-9-]{1,20}$/);
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 60, max: 400 }),
        (words, width) => {
          const lines = wrap(plain(words.join(" ")), 10, width);
          const drawn = lines.map((line) => line.runs.map((run) => run.text).join("")).join("");
          expect(drawn.replace(/[ -]/g, "")).toBe(words.join("").replaceAll("-", ""));
          for (const line of lines) expect(line.width).toBeLessThanOrEqual(width + 0.02);
        },
      ),
    );
  });
});

describe("wrapBalanced", () => {
  test("makes the lines of a title about equally long", () => {
    const lines = wrapBalanced(
      plain("Certificate of exemption from state withholding"),
      10,
      fits("Certificate of exemption from state"),
    );
    expect(lines.map((line) => line.runs[0]!.text)).toEqual([
      "Certificate of exemption",
      "from state withholding",
    ]);
  });
});
