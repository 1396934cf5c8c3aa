import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "@withholding-forms/interview";
import { po } from "gettext-parser";
import type { Report } from "./problem.js";

/** The Spanish and French of one folder, keyed by the English sentence. */
export interface Translations {
  readonly folder: string;
  readonly es: ReadonlyMap<string, string>;
  readonly fr: ReadonlyMap<string, string>;
}

export function readPo(root: string, folder: string, report: Report): Translations {
  const read = (language: "es" | "fr"): Map<string, string> => {
    const file = join(root, folder, `${language}.po`);
    const found = new Map<string, string>();
    if (!existsSync(file)) return found;
    try {
      const parsed = po.parse(readFileSync(file));
      for (const entries of Object.values(parsed.translations)) {
        for (const entry of Object.values(entries)) {
          if (entry.msgid !== "") found.set(entry.msgid, entry.msgstr[0] ?? "");
        }
      }
    } catch (error) {
      report({
        file: poFile(folder, language),
        line: 1,
        rule: "yaml",
        message: error instanceof Error ? error.message : String(error),
      });
    }
    return found;
  };
  return { folder, es: read("es"), fr: read("fr") };
}

export function poFile(folder: string, language: "es" | "fr"): string {
  return folder === "" ? `${language}.po` : `${folder}/${language}.po`;
}

/** Line of an entry in its file, for messages. */
export function poLine(root: string, folder: string, language: "es" | "fr", msgid: string): number {
  const file = join(root, poFile(folder, language));
  if (!existsSync(file)) return 1;
  const start = msgid.slice(0, 40);
  const index = readFileSync(file, "utf8")
    .split("\n")
    .findIndex((line) => line.includes(JSON.stringify(start).slice(1, -1)));
  return index + 1 || 1;
}

/** Finds the words of a sentence in a language, and remembers which translations were used. */
export interface Translator {
  translate(sentence: string, language: Language): string | undefined;
}

export function translator(chain: readonly Translations[], used: Set<string>): Translator {
  return {
    translate: (sentence, language) => {
      if (language === "en") return sentence;
      for (const translations of chain) {
        const found = translations[language].get(sentence);
        if (found !== undefined && found !== "") {
          used.add(`${translations.folder}\n${language}\n${sentence}`);
          return found;
        }
      }
      return undefined;
    },
  };
}
