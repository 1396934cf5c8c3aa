import type { CompiledContent } from "../compile/compile.js";
import { short } from "../compile/context.js";
import type { Report } from "../read/problem.js";
import { isBelow } from "./only.js";

/** No line of a French sentence ends before a colon, a sign of an amount, or a closing quotation mark. */
export function checkSpacing({ content }: CompiledContent, only: string | undefined, report: Report): void {
  const all = [content.translations, ...content.jurisdictions.map((place) => place.translations)];
  for (const translations of all.filter(({ folder }) => isBelow(only, folder))) {
    for (const [sentence, translated] of translations.fr) {
      const wrong = spacingFault(translated);
      if (wrong !== undefined)
        report({
          ...translations.at("fr", sentence),
          rule: "translation-spacing",
          message: `"${short(sentence)}": write a no-break space in "${wrong}"`,
        });
    }
  }
}

/** The first place with an ordinary space where Canadian French has a no-break space. */
export function spacingFault(translated: string): string | undefined {
  return /\S+ :|« \S+|\S+ »|\d [$%]|\d \d{3}(?!\d)/.exec(translated)?.[0];
}
