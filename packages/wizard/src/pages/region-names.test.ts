import { expect, test } from "vitest";
import { languages, loadMessages } from "../messages/messages-in.js";
import { localityName } from "./region-names.js";

await Promise.all(languages.map(loadMessages));

test.each([
  ["FEDERAL", "Federal", "fr", "Fédéral"],
  ["CANADA_FEDERAL", "Canada (federal)", "fr", "Canada (fédéral)"],
  ["CANADA_FEDERAL", "Canada (federal)", "es", "Canadá (federal)"],
  ["NB", "New Brunswick", "fr", "Nouveau-Brunswick"],
  ["CA", "California", "fr", "Californie"],
  ["AL", "Alabama", "es", "Alabama"],
  ["MI_DETROIT", "Detroit", "fr", "Detroit"],
] as const)("%s, %s, is in %s %s", (locality, localityFullName, language, name) => {
  expect(localityName({ locality, localityFullName }, language)).toBe(name);
});
