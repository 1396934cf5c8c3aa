import { expect, test } from "vitest";
import { languages, loadMessages, messagesIn } from "./messages-in.js";

await Promise.all(languages.map(loadMessages));

/** All texts, with marks where a value goes in. */
function texts(part: unknown, path = ""): [string, string][] {
  if (typeof part === "string") return [[path, part]];
  if (typeof part === "function") return [[path, String(part("‹1›", "‹2›"))]];
  return Object.entries(part as object).flatMap(([name, inner]) => texts(inner, `${path}/${name}`));
}

test("the three languages say everything, each in its own words and with the same values", () => {
  const [english, ...others] = languages.map((language) => new Map(texts(messagesIn(language))));
  for (const other of others) {
    expect([...other.keys()].sort()).toEqual([...(english?.keys() ?? [])].sort());
    for (const [key, text] of other) {
      expect(text.trim(), key).not.toBe("");
      const marks = (one: string): readonly string[] => (one.match(/‹\d›/g) ?? []).toSorted();
      expect(marks(text), key).toEqual(marks(english?.get(key) ?? ""));
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
