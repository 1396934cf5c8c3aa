import { expect, test } from "vitest";
import { languages, loadMessages, messagesIn } from "./messages-in.js";
import { say } from "./say.js";

await Promise.all(languages.map(loadMessages));

/** All texts by their place in the file. */
function texts(part: unknown, path = ""): [string, string][] {
  if (typeof part === "string") return [[path, part]];
  return Object.entries(part as object).flatMap(([name, inner]) => texts(inner, `${path}/${name}`));
}

test("the three languages say everything, each in its own words and with the same values", () => {
  const [english, ...others] = languages.map((language) => new Map(texts(messagesIn(language))));
  for (const other of others) {
    expect([...other.keys()].sort()).toEqual([...(english?.keys() ?? [])].sort());
    for (const [key, text] of other) {
      expect(text.trim(), key).not.toBe("");
      const marks = (one: string): readonly string[] => (one.match(/\{\w+\}/g) ?? []).toSorted();
      expect(marks(text), key).toEqual(marks(english?.get(key) ?? ""));
      // Braces are for values only.
      expect(text.replace(/\{\w+\}/g, ""), key).not.toMatch(/[{}]/);
      // Words that happen to be the same in both languages.
      const alike = [
        "/addresses/ca",
        "/formImage/page",
        // Pages of agencies that exist in two languages.
        "/noNumber/socialInsuranceNumber/url",
        "/noNumber/socialSecurityNumber/url",
      ];
      if (text === english?.get(key)) expect(alike, `${key} is not translated`).toContain(key);
    }
  }
});

test("a text says its values, and other words for a value that has them", () => {
  expect(say("{a} and {b}, {a}", { a: 1, b: "two" })).toBe("1 and two, 1");
  const forms = { "=1": "a form", other: "{count} forms" };
  expect([1, 2].map((count) => say(forms, { count }))).toEqual(["a form", "2 forms"]);
  expect(say({ "=": "nothing", other: "some: {list}" }, { list: "" })).toBe("nothing");
  expect(say("{a}", { a: "{b}", b: "no" })).toBe("{b}");
});
