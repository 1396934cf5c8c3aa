import type { Language } from "@withholding-forms/interview";
import { languages } from "@withholding-forms/interview";

/**
 * The best of our languages for an `Accept-Language` header (RFC 9110, 12.5.4): quality values count, regions are
 * ignored (`fr-CA` is `fr`), anything else is English. Never an error.
 */
export function chooseLanguage(header: string | undefined): Language {
  if (header === undefined || header === "") return "en";
  const simple = languages.find((language) => language === header);
  if (simple !== undefined) return simple;
  let best: Language = "en";
  let bestQuality = 0;
  const asked = ranges(header.slice(0, longestHeader));
  for (const { tag, quality } of asked) {
    if (quality <= bestQuality) continue;
    const language = languageOf(tag, asked);
    if (language === undefined) continue;
    best = language;
    bestQuality = quality;
  }
  return best;
}

const longestHeader = 1000;

interface Range {
  readonly tag: string;
  readonly quality: number;
}

function ranges(header: string): Range[] {
  return header.split(",").map((part) => {
    const [tag = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    const q = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, "");
    return {
      tag,
      quality: q === undefined ? 1 : /^(?:0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$/.test(q) ? Number(q) : 0,
    };
  });
}

function languageOf(tag: string, asked: readonly Range[]): Language | undefined {
  // A wildcard is any language that the header does not name itself, so a refused English (`en;q=0`) stays refused.
  if (tag === "*")
    return languages.find((language) => !asked.some((range) => primary(range.tag) === language));
  return languages.find((language) => language === primary(tag));
}

function primary(tag: string): string {
  return tag.split("-", 1)[0] ?? "";
}
