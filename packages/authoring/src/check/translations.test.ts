import { describe, expect, it } from "vitest";
import { difference } from "./translations.js";

describe("difference", () => {
  it.each([
    ["Enter 1,500.00 or more.", "Entrez 1 500,00 ou plus."],
    ["Enter 1,500.00 or more.", "Entrez 1\u00a0500,00 ou plus."],
    ["From 0 to 99", "De 0 a 99"],
    ["In 2026, 7.5% of $10,000", "7,5 % de 10 000 $ en 2026"],
    ["I live in {{ state }} since {{year}}.", "Desde {{ year }} vivo en {{state}}."],
    ["Page {n} of {total}", "Página {n} de {total}"],
    ["No numbers here", "Aquí no hay números"],
  ])("finds none between %j and %j", (sentence, translated) => {
    expect(difference(sentence, translated)).toBeUndefined();
  });

  it.each([
    ["Enter 1,500.", "Entrez 1 600.", "numbers differ (1500 and 1600)"],
    ["Two of 3", "Dos", "numbers differ (3 and none)"],
    ["I am {{ a }}.", "Soy {{ b }}.", "placeholders differ ({{a}} and {{b}})"],
    ["I am {{ a }}.", "Soy.", "placeholders differ ({{a}} and none)"],
    ["{name} and {name}", "{name}", "placeholders differ ({name} {name} and {name})"],
  ])("finds one between %j and %j: %s", (sentence, translated, message) => {
    expect(difference(sentence, translated)).toBe(message);
  });
});
