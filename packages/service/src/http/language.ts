import { type Language, languages } from "@withholding-forms/interview";
import { readWeighted, type Weighted } from "./quality-values.js";

/**
 * The best of our languages for an `Accept-Language` header (RFC 9110, 12.5.4): quality values count, regions are
 * ignored (`fr-CA` is `fr`), anything else is English. Never throws.
 */
export function chooseLanguage(header: string | undefined): Language {
  if (header === undefined || header === "") return "en";
  const simple = languages.find((language) => language === header);
  if (simple !== undefined) return simple;
  let best: Language = "en";
  let bestQuality = 0;
  const asked = readWeighted(header);
  for (const { value, quality } of asked) {
    if (quality <= bestQuality) continue;
    const language = languageOf(value, asked);
    if (language === undefined) continue;
    best = language;
    bestQuality = quality;
  }
  return best;
}

function languageOf(tag: string, asked: readonly Weighted[]): Language | undefined {
  // A wildcard is any language that the header does not name itself, so a rejected English (`en;q=0`) stays rejected.
  if (tag === "*")
    return languages.find((language) => !asked.some((range) => primary(range.value) === language));
  return languages.find((language) => language === primary(tag));
}

function primary(tag: string): string {
  return tag.split("-", 1)[0] ?? "";
}
