import { describe, expect, it } from "vitest";
import { displayText, type Language, type Question, readValues } from "./index.js";
import { ask, calculated, choice, end, number, set } from "./test/sets.js";

/** The text of a typed answer, with plain instead of non-breaking spaces. */
function shown(
  question: Question,
  answer: string | number | boolean | readonly string[],
  language: Language = "en",
) {
  const value = readValues([set("QS1", [question], end())], { [question.id]: answer }).get(question.id);
  return displayText(question, value, language).replace(/[\u00a0\u202f]/g, " ");
}

describe("displayText", () => {
  const dollars = number("amount", { displayType: "DOLLAR", validationRegex: "^[0-9,.]+$" });

  it("formats dollars per language", () => {
    expect(shown(dollars, "1250.5")).toBe("$1,250.50");
    expect(shown(dollars, "1,250")).toBe("$1,250");
    expect(shown(dollars, "1250.5", "es")).toBe("$1,250.50");
    expect(shown(dollars, "1250.5", "fr")).toBe("1 250,50 $");
  });

  it("formats percentages and counts", () => {
    const percent = number("rate", { displayType: "PERCENT", validationRegex: "^[0-9.]+$" });
    expect(shown(percent, "2.5")).toBe("2.5%");
    expect(shown(percent, "2.5", "fr")).toBe("2,5 %");
    expect(shown(number("count", { displayType: "INTEGER" }), "12000")).toBe("12,000");
    // A year is a name, not an amount.
    expect(shown(number("year", { displayType: "YEAR" }), "2026")).toBe("2026");
  });

  it("formats dates in words", () => {
    const date = ask("born", { valueType: "date" });
    expect(shown(date, "01/31/1990")).toBe("January 31, 1990");
    expect(shown(date, "1990-01-31", "es")).toBe("31 de enero de 1990");
    expect(shown(date, "1990-01-31", "fr")).toBe("31 janvier 1990");
  });

  it("returns the labels of the chosen options", () => {
    expect(shown(choice("status", ["single", "married"]), "married")).toBe("the married");
    const several = ask("several", {
      valueType: "multi",
      displayType: "MULTI_SELECT_CHECKBOX",
      multiSelectQuestionOptions: [
        { id: "a", label: "Apples" },
        { id: "b", label: "Pears" },
      ],
    });
    expect(shown(several, ["b", "a"])).toBe("Pears, Apples");
  });

  it("returns yes or no for a calculated boolean", () => {
    const same = calculated("same", "1 == 1");
    expect(displayText(same, true, "en")).toBe("Yes");
    expect(displayText(same, false, "es")).toBe("No");
    expect(displayText(same, true, "fr")).toBe("Oui");
  });

  it("leaves text unchanged, and returns an empty string for no value", () => {
    expect(shown(ask("name"), " Zoé  Roy ")).toBe("Zoé  Roy");
    expect(displayText(ask("name"), undefined, "en")).toBe("");
  });
});
