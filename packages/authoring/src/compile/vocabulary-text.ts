import type { Language } from "@withholding-forms/interview";
import type { Content } from "../resolve/content.js";
import { meaningOf } from "../resolve/parameter-meaning.js";
import type { ParameterName } from "../schema/vocabulary.js";

type Vocabulary = Pick<Content, "vocabulary" | "translations">;

/** What the vocabulary says of an id, in a language. */
export function meaningIn(content: Vocabulary, id: string, language: Language): ParameterName | undefined {
  const meaning = meaningOf(content.vocabulary.data, id);
  if (meaning === undefined) return undefined;
  const { about, codes } = meaning;
  const inLanguage = (sentence: string): string => vocabularyText(content, sentence, language);
  return {
    ...meaning,
    about: inLanguage(about),
    ...(codes === undefined
      ? {}
      : {
          codes: Object.fromEntries(Object.entries(codes).map(([code, words]) => [code, inLanguage(words)])),
        }),
  };
}

/** A sentence of the vocabulary in a language. One without a translation stays English; compileShared reports it once. */
export function vocabularyText(
  { translations }: Pick<Content, "translations">,
  sentence: string,
  language: Language,
): string {
  const found = language === "en" ? undefined : translations[language].get(sentence);
  return found === undefined || found === "" ? sentence : found;
}
