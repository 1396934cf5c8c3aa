import { expect, test } from "vitest";
import { canonical, fieldText, grouped, masked } from "./entry.js";

const dollars = { displayType: "DOLLAR" } as const;

test.each([
  ["1250", "en", "1250"],
  ["$1,250.50", "en", "1250.50"],
  ["1,250", "es", "1250"],
  ["-5.5", "en", "-5.50"],
  ["1 250,50", "fr", "1250.50"],
  ["1\u202f250,5 $", "fr", "1250.50"],
  ["1.250,50", "es", "1250.50"],
  ["1.250,50", "fr", "1250.50"],
  ["12.", "en", "12"],
  // What could mean two things is not guessed: the question's own message asks again.
  ["1,5", "en", "1,5"],
  ["1,250", "fr", "1,250"],
  ["12,34,567", "en", "12,34,567"],
  ["abc", "en", "abc"],
] as const)("the amount %s, typed in %s, is sent as %s", (typed, language, sent) => {
  expect(canonical(dollars, typed, language)).toBe(sent);
});

test.each([
  ["1250.50", "en", "1,250.50"],
  ["1250", "en", "1,250"],
  ["1250.50", "fr", "1 250,50"],
  ["abc", "en", "abc"],
] as const)("the amount %s stands in a field in %s as %s", (answer, language, shown) => {
  expect(fieldText(dollars, answer, language).replace(/[\u00a0\u202f]/g, " ")).toBe(shown);
});

test("a telephone number and a ZIP Code get their dashes, anything else stays as typed", () => {
  expect(canonical({ displayType: "TELEPHONE" }, "+1 (555) 123-4567", "en")).toBe("555-123-4567");
  expect(canonical({ displayType: "TELEPHONE" }, "12345", "en")).toBe("12345");
  expect(canonical({ displayType: "ZIPCODE" }, "361302102", "en")).toBe("36130-2102");
  expect(canonical({ displayType: "TEXT" }, " as it is ", "en")).toBe("as it is");
});

test("nine figures are grouped, and shown to nobody", () => {
  expect(grouped("123456789", [3, 2, 4], "-")).toBe("123-45-6789");
  expect(grouped("046 454 286", [3, 3, 3], " ")).toBe("046 454 286");
  expect(grouped("1234", [3, 2, 4], "-")).toBe("1234");
  expect(masked("123-45-6789")).toBe("•••-••-6789");
  expect(masked("046 454 286")).toBe("••• ••• 286");
  expect(masked("12")).toBe("••");
});
