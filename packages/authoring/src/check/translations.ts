import type { CompiledContent } from "../compile/compile.js";
import { short } from "../compile/context.js";
import type { Translations } from "../read/po.js";
import type { Report } from "../read/problem.js";
import { isBelow } from "./only.js";

/** Translations are used, and have the same numbers and placeholders as their sentence. A missing one is reported at the sentence. */
export function checkTranslations(compiled: CompiledContent, only: string | undefined, report: Report): void {
  const { content, ledger } = compiled;
  const all = [content.translations, ...content.jurisdictions.map((place) => place.translations)];
  for (const translations of all.filter((one) => isBelow(only, one.folder))) {
    for (const language of ["es", "fr"] as const) {
      for (const [sentence, translated] of translations[language]) {
        const at = translations.at(language, sentence);
        const used = ledger.used.has(`${translations.folder}\n${language}\n${sentence}`);
        // A file that could not be read may use it.
        if (!used && content.whole)
          report({
            ...at,
            rule: "translation-unused",
            message: `nothing uses "${short(sentence)}": remove the entry`,
          });
        const fault = translated === "" ? undefined : difference(sentence, translated);
        if (fault !== undefined)
          report({
            ...at,
            rule: "translation-placeholder",
            message: `"${short(sentence)}": ${fault}: correct the translation`,
          });
      }
    }
  }
  for (const language of ["es", "fr"] as const) checkAgreement(all, language, only, report);
}

/** One sentence, one translation, in all files. An entry with a `msgctxt` means something else and may differ. */
function checkAgreement(
  all: readonly Translations[],
  language: "es" | "fr",
  only: string | undefined,
  report: Report,
): void {
  const first = new Map<string, Translations>();
  for (const translations of all) {
    for (const [sentence, translated] of translations[language]) {
      if (translated === "" || translations.contextual[language].has(sentence)) continue;
      const known = first.get(sentence);
      if (known === undefined) first.set(sentence, translations);
      else if (known[language].get(sentence) !== translated && isBelow(only, translations.folder)) {
        const { file, line } = known.at(language, sentence);
        const message = `${file}:${line} translates "${short(sentence)}" differently: use one translation, or add a msgctxt`;
        report({ ...translations.at(language, sentence), rule: "translation-differs", message });
      }
    }
  }
}

/**
 * Numbers are compared by their digits, because languages group and separate them differently: 1,500.00 and 1 500,00.
 */
export function difference(sentence: string, translated: string): string | undefined {
  const marks = (text: string): string =>
    (text.match(/\{\{[^}]*\}\}|\{\w+\}/g) ?? [])
      .map((mark) => mark.replaceAll(" ", ""))
      .sort()
      .join(" ");
  if (marks(sentence) !== marks(translated))
    return `placeholders differ (${marks(sentence) || "none"} and ${marks(translated) || "none"})`;
  if (numbers(sentence) !== numbers(translated))
    return `numbers differ (${numbers(sentence) || "none"} and ${numbers(translated) || "none"})`;
  return undefined;
}

function numbers(text: string): string {
  return (text.match(/[0-9]+(?:[.,\u00a0\u202f ][0-9]+)*/g) ?? [])
    .flatMap((number) => number.replace(/[^0-9 ]/g, "").replaceAll(" ", ""))
    .map((number) => number.replace(/^0+(?=[0-9])/, ""))
    .sort()
    .join(" ");
}
