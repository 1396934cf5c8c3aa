import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "@withholding-forms/interview";
import { PoError, poEntries } from "./po-entries.js";
import type { Report } from "./problem.js";

/** The Spanish and French of one folder, keyed by the English sentence. */
export interface Translations {
  readonly folder: string;
  readonly es: ReadonlyMap<string, string>;
  readonly fr: ReadonlyMap<string, string>;
  /** Sentences whose translation is fuzzy. */
  readonly fuzzy: Readonly<Record<"es" | "fr", ReadonlySet<string>>>;
  /** Sentences with a `msgctxt`, which mean something else here than in other files. */
  readonly contextual: Readonly<Record<"es" | "fr", ReadonlySet<string>>>;
  /** Languages whose file is not a valid PO file, so nothing is reported as missing. */
  readonly unreadable: ReadonlySet<Language>;
  /** File and line of an entry, for messages. */
  at(language: "es" | "fr", sentence: string): { readonly file: string; readonly line: number };
}

/** Fuzzy entries are unconfirmed guesses, so they count as missing, as everywhere in gettext. */
export function readPo(root: string, folder: string, report: Report): Translations {
  const found = {
    es: readOne(root, poFile(folder, "es"), report),
    fr: readOne(root, poFile(folder, "fr"), report),
  };
  return {
    folder,
    es: found.es.words,
    fr: found.fr.words,
    fuzzy: { es: found.es.fuzzy, fr: found.fr.fuzzy },
    contextual: { es: found.es.contextual, fr: found.fr.contextual },
    unreadable: new Set((["es", "fr"] as const).filter((language) => found[language].unreadable)),
    at: (language, sentence) => ({
      file: poFile(folder, language),
      line: found[language].lines.get(sentence) ?? 1,
    }),
  };
}

interface PoFile {
  readonly words: Map<string, string>;
  readonly fuzzy: Set<string>;
  readonly contextual: Set<string>;
  readonly lines: Map<string, number>;
  unreadable: boolean;
}

function readOne(root: string, name: string, report: Report): PoFile {
  const found: PoFile = {
    words: new Map(),
    fuzzy: new Set(),
    contextual: new Set(),
    lines: new Map(),
    unreadable: false,
  };
  const file = join(root, name);
  if (!existsSync(file)) return found;
  try {
    for (const entry of poEntries(readFileSync(file, "utf8"))) {
      const { line, context, sentence, translation, isFuzzy } = entry;
      if (sentence === "") continue;
      const first = found.lines.get(sentence);
      if (first === undefined) found.lines.set(sentence, line);
      else {
        const message = `the entry appears twice, first on line ${first}: remove one of them`;
        report({ file: name, line, rule: "translation-unused", message });
      }
      found.words.set(sentence, isFuzzy ? "" : translation);
      if (isFuzzy) found.fuzzy.add(sentence);
      if (context !== "") found.contextual.add(sentence);
    }
  } catch (error) {
    if (!(error instanceof PoError)) throw error;
    found.unreadable = true;
    report({ file: name, line: error.line, rule: "yaml", message: error.message });
  }
  return found;
}

export function poFile(folder: string, language: "es" | "fr"): string {
  return folder === "" ? `${language}.po` : `${folder}/${language}.po`;
}

/** Translations that were used while the content was compiled, and sentences that have none. */
export interface Ledger {
  /** `folder\nlanguage\nsentence` */
  readonly used: Set<string>;
  readonly missing: Missing[];
}

export interface Missing {
  /** Where the translation belongs. */
  readonly folder: string;
  /** The form, place or shared file that contains the sentence. */
  readonly usedIn: string;
  readonly language: "es" | "fr";
  readonly sentence: string;
}

/** The words of a sentence from the first folder that has them. */
export function translate(
  chain: readonly Translations[],
  ledger: Ledger,
  sentence: string,
  language: Language,
): string | undefined {
  if (language === "en") return sentence;
  for (const translations of chain) {
    const found = translations[language].get(sentence);
    if (found !== undefined) ledger.used.add(`${translations.folder}\n${language}\n${sentence}`);
    if (found !== undefined && found !== "") return found;
  }
  return undefined;
}
