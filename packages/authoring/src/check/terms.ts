import type { CompiledContent } from "../compile/compile.js";
import { short } from "../compile/context.js";
import type { Report } from "../read/problem.js";
import type { TermSource } from "../schema/glossary.js";
import { isBelow } from "./only.js";

/** Translations use the words of the glossary. */
export function checkTerms({ content }: CompiledContent, only: string | undefined, report: Report): void {
  const terms = content.glossary?.data.list ?? [];
  const all = [content.translations, ...content.jurisdictions.map((place) => place.translations)];
  for (const translations of all.filter(({ folder }) => isBelow(only, folder))) {
    for (const language of ["es", "fr"] as const) {
      for (const [sentence, translated] of translations[language]) {
        const fault = terms
          .map((term) => termFault(term, language, sentence, translated))
          .find((found) => found !== undefined);
        if (fault !== undefined)
          report({
            ...translations.at(language, sentence),
            rule: "term",
            message: `${fault}: "${short(sentence)}"`,
          });
      }
    }
  }
}

/** What is wrong with the translation of a sentence, by one term. */
export function termFault(
  { english, except = [], ...languages }: TermSource,
  language: "es" | "fr",
  sentence: string,
  translated: string,
): string | undefined {
  const choice = languages[language];
  if (choice === undefined) return undefined;
  const remaining = without(sentence.replaceAll(/\{\{[^}]*\}\}/g, ""), except);
  if (!remaining.includes(english.toLowerCase())) return undefined;
  const rest = without(translated, choice.use);
  const wrong = choice.not.find((words) => rest.includes(words.toLowerCase()));
  return wrong === undefined ? undefined : `"${english}" is "${choice.use[0]}", not "${wrong}"`;
}

/** In lower case, without the phrases. Longer phrases are removed before the words that they contain. */
function without(text: string, phrases: readonly string[]): string {
  return [...phrases]
    .sort((a, b) => b.length - a.length)
    .reduce((rest, phrase) => rest.replaceAll(phrase.toLowerCase(), ""), text.toLowerCase());
}
