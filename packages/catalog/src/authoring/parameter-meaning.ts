import type { Language } from "@withholding-forms/interview";
import type { Content } from "./content.js";
import type { ParameterName, Vocabulary } from "./schema/vocabulary.js";

/** What the vocabulary says of an id: the name after the prefix of its place, with what its override changes. */
export function meaningOf({ names, overrides = {} }: Vocabulary, id: string): ParameterName | undefined {
  const name = id.slice(id.indexOf(".") + 1);
  const base = Object.hasOwn(names, name) ? names[name] : undefined;
  if (base === undefined) return undefined;
  const { reason: _, ...changes } = overrides[id] ?? { reason: "" };
  return { ...base, ...changes };
}

/** The same in a language. */
export function meaningIn(
  content: Pick<Content, "vocabulary" | "translations">,
  id: string,
  language: Language,
): ParameterName | undefined {
  const meaning = meaningOf(content.vocabulary.data, id);
  if (meaning === undefined) return undefined;
  const { about, codes } = meaning;
  return {
    ...meaning,
    about: vocabularyText(content, about, language),
    ...(codes === undefined
      ? {}
      : {
          codes: Object.fromEntries(
            Object.entries(codes).map(([code, words]) => [code, vocabularyText(content, words, language)]),
          ),
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
