import { expect, test } from "vitest";
import { numbersIn } from "./numbers.js";

const amounts = (text: string, language: "en" | "es" | "fr" = "en"): string[] =>
  numbersIn(text, language).flatMap(({ value, isAmount, isPercent }) =>
    isAmount ? `${value}${isPercent ? "%" : ""}` : [],
  );

test.each([
  ["Enter $1,300 or 1,300.", ["1300", "1300"]],
  ["of $600, then $ 2,200", ["600", "2200"]],
  ["at 4.09%, 4.09 percent, or .0409", ["4.09%", "4.09%", "0.0409"]],
  ["$10,000-19,999 or $10,000–$19,999", ["10000", "19999", "10000", "19999"]],
  // Lines, years, telephone numbers, dates, and names of forms.
  ["4 Enter $ 4 of 2026, call 800-829-1040 by 05/22 for the W-4 or 401(k)", []],
])("%s", (text, expected) => {
  expect(amounts(text)).toEqual(expected);
});

test("French amounts have spaces, commas, and the sign at their end", () => {
  expect(amounts("Inscrivez 16 452 $ ou 250 $ à 14,5 %", "fr")).toEqual(["16452", "250", "14.5%"]);
});
