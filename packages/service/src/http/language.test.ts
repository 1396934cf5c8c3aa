import { expect, test } from "vitest";
import { chooseLanguage } from "./language.js";

test.each([
  [undefined, "en"],
  ["", "en"],
  ["es", "es"],
  ["FR", "fr"],
  ["fr-CA", "fr"],
  ["es-419,en;q=0.5", "es"],
  ["de", "en"],
  ["de, fr;q=0.3, es;q=0.7", "es"],
  ["en;q=0.2, fr;q=0.3", "fr"],
  ["fr;q=0, es;q=0.1", "es"],
  ["*", "en"],
  ["en;q=0, *", "es"],
  ["fr; q = 0.5, es;q=0.4", "fr"],
  ["fr;q=2", "en"],
  ["fr;q=abc", "en"],
  [",,;;q=", "en"],
  ["x".repeat(5000), "en"],
  [`${"*;q=0,".repeat(31)}fr`, "fr"],
  [`${"*;q=0,".repeat(32)}fr`, "en"],
])("Accept-Language %j is answered in %s", (header, language) => {
  expect(chooseLanguage(header)).toBe(language);
});
