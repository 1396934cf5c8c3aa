import type { MissingForSome } from "@withholding-forms/catalog/model/jurisdiction";
import type { Path, Source } from "../read/source.js";
import type { JurisdictionContent } from "../resolve/content.js";
import { byLanguage } from "./by-language.js";
import type { Context } from "./context.js";

/** `missingForSome` of a place or locality, in every language. */
export function compileMissing(
  say: Context["say"],
  source: Source,
  path: Path,
  forms: JurisdictionContent["source"]["data"]["missingForSome"],
): MissingForSome[] | undefined {
  return forms?.map(({ who, ...form }, index) => ({
    ...form,
    who: byLanguage((language) => say(source, [...path, index, "who"], who, language)),
  }));
}
