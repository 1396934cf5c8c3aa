import { describe, expect, it } from "vitest";
import { portabilityFault, spelledOut } from "./portable-pattern.js";

describe("portabilityFault", () => {
  it.each([
    "^$",
    "^(true|false)$",
    "^[0-9]{5}(?:-[0-9]{4})?$",
    "^(?:\\([0-9]{3}\\) ?|[0-9]{3}[-. ]?)[0-9]{3}$",
    "^[A-Za-z0-9._%+\\-]{1,64}@[a-z]+$",
    "^[{letters} .'\\-\\n]{1,60}$",
    "^[{line}]{0,80}$",
    "^(?:[a-z]{1,9},){1,99}$",
  ])("accepts %s", (pattern) => {
    expect(portabilityFault(spelledOut(pattern))).toBeUndefined();
  });

  it.each([
    ["a property class", "^\\p{L}$", 'uses "\\p{L}$"'],
    ["a property class in a class", "^[\\p{L} ]$", 'has "\\p{L} " in a class'],
    ["\\d", "^\\d$", 'uses "\\d$"'],
    ["\\w in a class", "^[\\w]$", 'has "\\w" in a class'],
    ["\\s", "^\\s$", 'uses "\\s$"'],
    ["a dot", "^.$", 'uses ".$"'],
    ["look-ahead", "^(?=a)a$", 'uses "?=a)a$"'],
    ["a named group", "^(?<a>b)$", 'uses "?<a>b)"'],
    ["a back-reference", "^(a)\\1$", 'uses "\\1$"'],
    ["a hexadecimal escape", "^\\u0041$", 'uses "\\u0041"'],
    ["an escaped hyphen outside a class", "^a\\-b$", 'uses "\\-b$"'],
    ["a lone bracket", "^a]$", 'uses "]$"'],
    ["a lone brace", "^a}$", 'uses "}$"'],
    ["a count without a start", "^a{,3}$", 'uses "{,3}$"'],
    ["a lazy repeat", "^a+?$", 'uses "?$"'],
    ["a possessive repeat", "^a++$", 'uses "+$"'],
    ["a repeat of nothing", "^(?:|*)$", 'uses "*)$"'],
    ["a negated class", "^[^a]$", 'has "^" in a class'],
    ["an intersection of classes", "^[a-z&&b]$", 'has "&&" in a class'],
    ["a bracket in a class", "^[a[b]$", 'has "a[b" in a class'],
    ["a hyphen that is no range", "^[a-z-9]$", 'has "a-z-9" in a class'],
    ["a backward range", "^[z-a]$", 'has the range "z-a"'],
    ["a range over the surrogates", "^[a-\ufffd]$", 'has the range "a-\ufffd"'],
    ["a character beyond U+FFFF", "^[😀]$", "has a character beyond U+FFFF"],
    ["a decomposed letter", "^e\u0301$", "changes when it is normalized"],
    ["a repeat that RE2 refuses", "^a{1001}$", "repeats more than 1000 times"],
    ["nested repeats that RE2 refuses", "^(?:(?:ab{20}){20}c){3}$", "repeats more than 1000 times"],
  ])("refuses %s", (_, pattern, fault) => {
    expect(portabilityFault(pattern)).toContain(fault);
  });
});

describe("spelledOut", () => {
  const name = new RegExp(spelledOut("^[{letters} '\\-]{1,60}$"));

  it.each([
    "Zoë",
    "O'Brien-Núñez",
    "Šimůnek",
    "Nguyễn",
    "Ελένη",
    "Юрий",
    "Անի",
    "ნინო",
    "ᐃᓄᒃ",
    "李",
    "عمر",
    "Kapaʻa",
  ])("takes the letters of %s", (text) => {
    expect(name.test(text)).toBe(true);
  });

  it.each(["×", "÷", "a\u2028b", "a\u200bb", "😀", "a_b", "7", ";", "a\nb"])(
    "refuses %j in a name",
    (text) => {
      expect(name.test(text)).toBe(false);
    },
  );

  it("leaves a name that it does not know", () => {
    expect(spelledOut("^[{vowels}]$")).toBe("^[{vowels}]$");
  });
});
