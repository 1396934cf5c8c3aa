import { expect, test } from "vitest";
import en from "./en.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import { fillIn } from "./messages.js";

/** `problems.NOT_FOUND.title` and its sentence, for all sentences. */
function sentences(part: object, path = ""): Map<string, string> {
  return new Map(
    Object.entries(part).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" ? [[`${path}${name}`, value]] : [...sentences(value, `${path}${name}.`)],
    ),
  );
}

const english = sentences(en);
const marks = (sentence: string): string[] => (sentence.match(/\{[a-zA-Z]+\}/g) ?? []).sort();
const numbers = (sentence: string): string[] => (sentence.match(/[0-9](?:[0-9.-]*[0-9])?/g) ?? []).sort();

test.each([
  ["es", es],
  ["fr", fr],
])("every sentence exists in %s, with the same placeholders and numbers", (_, messages) => {
  const other = sentences(messages);
  expect([...other.keys()].sort()).toEqual([...english.keys()].sort());
  for (const [key, sentence] of english) {
    const translated = other.get(key) ?? "";
    expect([key, marks(translated)]).toEqual([key, marks(sentence)]);
    expect([key, numbers(translated)]).toEqual([key, numbers(sentence)]);
  }
});

test.each([
  ["es", es],
  ["fr", fr],
])("every sentence is translated in %s", (_, messages) => {
  const same = [...sentences(messages)].filter(([key, sentence]) => english.get(key) === sentence);
  expect(same).toEqual([]);
});

test.each([
  ["en", en],
  ["es", es],
  ["fr", fr],
])("address problems are written for employees, not for developers, in %s", (_, messages) => {
  const descriptions = Object.entries(messages.addressResults)
    .filter(([code]) => code.startsWith("AE") || code.includes("_"))
    .map(([, { description }]) => description);
  expect(descriptions).toHaveLength(10);
  expect(descriptions.filter((description) => /\bsent\b|\benviad|\benvoyé/i.test(description))).toEqual([]);
});

test("placeholders are filled by name, and a value with braces is not filled again", () => {
  expect(fillIn("{a} and {b} and {c}", { a: "{b}", b: 2 })).toBe("{b} and 2 and {c}");
});
