import { expect, test } from "vitest";
import {
  canonical,
  fieldText,
  grouped,
  isIdentityNumber,
  masked,
  probableNumber,
  takesWholeDollars,
} from "./entry.js";

const dollars = { displayType: "DOLLAR" } as const;

test.each([
  ["1250", "en", "1250"],
  ["$1,250.50", "en", "1250.50"],
  ["$ 1,200,300", "en", "1200300"],
  ["1,250", "es", "1250"],
  ["1200.50", "es", "1200.50"],
  ["-5.5", "en", "-5.50"],
  ["\u22125.50", "en", "-5.50"],
  ["\u2013$5.50", "en", "-5.50"],
  ["US$1,200", "en", "1200"],
  ["\u200b$1,200", "en", "1200"],
  [".5", "en", "0.50"],
  ["007", "en", "7"],
  ["12.", "en", "12"],
  ["\u00a01,200.50\u00a0", "en", "1200.50"],
  ["1 250,50", "fr", "1250.50"],
  ["1\u202f250,5 $", "fr", "1250.50"],
  ["1\u00a0250\u00a0300\u00a0$", "fr", "1250300"],
  ["1200,50", "fr", "1200.50"],
  ["25.50", "fr", "25.50"],
  ["1 250.5", "fr", "1250.50"],
  ["", "en", ""],
] as const)("the amount %j, typed in %s, is sent as %j", (typed, language, sent) => {
  expect(canonical(dollars, typed, language)).toBe(sent);
});

// Each has, or may have, another value for another person.
test.each([
  ["25,50", "en"],
  ["1200,50", "es"],
  ["1,5", "en"],
  ["12,34,567", "en"],
  ["1,2500", "en"],
  ["1.250", "en"],
  ["1.250,50", "es"],
  ["1 250", "en"],
  ["1'250", "en"],
  ["1,250", "fr"],
  ["1.250", "fr"],
  ["1,250.50", "fr"],
  ["12 50", "fr"],
  ["1250 50", "fr"],
  ["12e3", "en"],
  ["abc", "en"],
  ["-", "en"],
  [".", "fr"],
] as const)("the amount %j, typed in %s, is not guessed", (typed, language) => {
  expect(canonical(dollars, typed, language)).toBeUndefined();
});

test.each([
  ["1200.50", "1201"],
  ["$1,200.49", "1200"],
  ["1200.5", "1201"],
  ["999.99", "1000"],
  ["0.4", "0"],
  ["1200", "1200"],
])("where the form takes whole dollars, %s is sent as %s", (typed, sent) => {
  const whole = { ...dollars, validationRegex: "^[0-9]{1,12}(?:\\.0{1,2})?$" };
  expect(canonical(whole, typed, "en")).toBe(sent);
  expect(takesWholeDollars(whole)).toBe(true);
  expect(takesWholeDollars({ ...dollars, validationRegex: "^[0-9]{1,12}(?:\\.[0-9]{1,2})?$" })).toBe(false);
});

test("an identity number is recognized by what its question accepts, and grouped however it is pasted", () => {
  const ssn = {
    displayType: "TEXT",
    validationRegex: "^(?:[0-9]{3}-[0-9]{2}-[0-9]{4}|[0-9]{9})$",
  } as const;
  const sin = {
    displayType: "TEXT",
    validationRegex: "^(?:[0-9]{3}-[0-9]{3}-[0-9]{3}|[0-9]{3} [0-9]{3} [0-9]{3}|[0-9]{9})$",
  } as const;
  const free = { displayType: "TEXT", validationRegex: "^[A-Z0-9 -]{1,60}$" } as const;
  expect(canonical(ssn, "123.45.6789", "en")).toBe("123-45-6789");
  expect(canonical(ssn, "123\u201345\u20136789", "en")).toBe("123-45-6789");
  expect(canonical(sin, "046454286", "fr")).toBe("046 454 286");
  expect(canonical(free, "123.45.6789", "en")).toBe("123.45.6789");
  expect([ssn, sin, free].map(isIdentityNumber)).toEqual([true, true, false]);
});

test("percents and whole numbers are read by the same rules", () => {
  expect(canonical({ displayType: "PERCENT" }, "12,5\u00a0%", "fr")).toBe("12.5");
  expect(canonical({ displayType: "PERCENT" }, "12.5 %", "en")).toBe("12.5");
  expect(canonical({ displayType: "PERCENT" }, "12,5", "en")).toBeUndefined();
  expect(canonical({ displayType: "INTEGER" }, "1,200", "en")).toBe("1200");
  expect(canonical({ displayType: "INTEGER" }, "1\u202f200", "fr")).toBe("1200");
  expect(canonical({ displayType: "INTEGER" }, "1,2", "es")).toBeUndefined();
});

test.each([
  ["1250.50", "en", "1,250.50"],
  ["1250", "en", "1,250"],
  ["1250.50", "fr", "1 250,50"],
  ["25,50", "en", "25,50"],
  ["1200,50", "es", "1200,50"],
  ["abc", "en", "abc"],
] as const)("the amount %s is in a field in %s as %s", (answer, language, shown) => {
  expect(fieldText(dollars, answer, language).replace(/[\u00a0\u202f]/g, " ")).toBe(shown);
});

test("a telephone number and a ZIP Code get their dashes, anything else stays as typed", () => {
  expect(canonical({ displayType: "TELEPHONE" }, "+1 (555) 123-4567", "en")).toBe("555-123-4567");
  expect(canonical({ displayType: "TELEPHONE" }, "555\u00a0123\u00a04567", "en")).toBe("555-123-4567");
  expect(canonical({ displayType: "TELEPHONE" }, "(555) 123\u20134567", "en")).toBe("555-123-4567");
  expect(canonical({ displayType: "TELEPHONE" }, "12345", "en")).toBe("12345");
  expect(canonical({ displayType: "ZIPCODE" }, "361302102", "en")).toBe("36130-2102");
  expect(canonical({ displayType: "ZIPCODE" }, "36130\u20132102", "en")).toBe("36130-2102");
  expect(canonical({ displayType: "TEXT" }, " as it is ", "en")).toBe("as it is");
});

test("nine digits are grouped, and hidden", () => {
  expect(grouped("123\u201345\u20136789", [3, 2, 4], "-")).toBe("123-45-6789");
  expect(grouped("123.45.6789", [3, 2, 4], "-")).toBe("123-45-6789");
  expect(grouped("123456789", [3, 2, 4], "-")).toBe("123-45-6789");
  expect(grouped("046 454 286", [3, 3, 3], " ")).toBe("046 454 286");
  expect(grouped("1234", [3, 2, 4], "-")).toBe("1234");
  expect(masked("123-45-6789")).toBe("•••-••-6789");
  expect(masked("046 454 286")).toBe("••• ••• 286");
  expect(masked("12")).toBe("••");
});

test("a number in the other language's format is offered in this one's", () => {
  expect(probableNumber("25,50", "en")).toBe("25.50");
  expect(probableNumber(" 1200,5 ", "es")).toBe("1200.5");
  expect(probableNumber("25.50", "fr")).toBe("25,50");
  // One of several meanings, or none.
  expect(["1,200", "1,200,50", "about 5", ""].map((text) => probableNumber(text, "en"))).toEqual(
    Array(4).fill(undefined),
  );
});
