import type { Language } from "@withholding-forms/interview";
import type { Path, Source } from "../read/source.js";

export type ByLanguage = Readonly<Record<Language, string>>;

/** Puts a sentence of a file in all languages. */
export type Translate = (source: Source, path: Path, sentence: string) => ByLanguage;

/** The same thing in every language. */
export function byLanguage<T>(make: (language: Language) => T): Record<Language, T> {
  return { en: make("en"), es: make("es"), fr: make("fr") };
}
