import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nearest } from "../read/nearest.js";
import { type Ledger, poFile, type Translations } from "../read/po.js";
import { poEntries } from "../read/po-entries.js";
import type { Content, JurisdictionContent } from "../resolve/content.js";

/** What was done in one file. */
export interface PoUpdate {
  /** Copied from another file that has the same sentence. */
  readonly filled: number;
  /** Guesses from a similar sentence, marked fuzzy. */
  readonly proposed: number;
  /** Empty entries, to be translated. */
  readonly added: number;
  /** Entries of sentences that nothing says. */
  readonly dropped: number;
}

type Counts = { -readonly [K in keyof PoUpdate]: PoUpdate[K] };

/**
 * Brings es.po and fr.po up to date: an entry for every missing translation, with the words of another file where one has
 * the sentence, and without entries that nothing says. Only files of folders that `wanted` accepts are changed.
 */
export function updatePo(
  content: Content,
  ledger: Ledger,
  wanted: (folder: string) => boolean,
): ReadonlyMap<string, PoUpdate> {
  const all = [content.translations, ...content.jurisdictions.map((place) => place.translations)];
  const done = new Map<string, PoUpdate>();
  for (const language of ["es", "fr"] as const) {
    const memory = knownTranslations(all, language);
    const gaps = withGaps(content, language);
    for (const translations of all.filter(({ folder }) => wanted(folder))) {
      if (translations.unreadable.has(language)) continue;
      const isUsed = (sentence: string): boolean =>
        !content.whole || ledger.used.has(`${translations.folder}\n${language}\n${sentence}`);
      const missing = ledger.missing
        .filter((one) => one.folder === translations.folder && one.language === language)
        .map(({ sentence }) => sentence);
      const place = content.jurisdictions.find((one) => one.translations === translations);
      const guess = (sentence: string): string | undefined =>
        place &&
        gaps
          .get(inGap(sentence, placeName(place)))
          ?.replaceAll(gap, () => placeName(place, content, language));
      const counts = updateFile(content.root, translations, language, { missing, isUsed, memory, guess });
      if (Object.values(counts).some((count) => count > 0))
        done.set(poFile(translations.folder, language), counts);
    }
  }
  return done;
}

interface Work {
  readonly missing: readonly string[];
  readonly isUsed: (sentence: string) => boolean;
  readonly memory: ReadonlyMap<string, string>;
  /** What another place says, with the name of this one. */
  readonly guess: (sentence: string) => string | undefined;
}

function updateFile(
  root: string,
  translations: Translations,
  language: "es" | "fr",
  { missing, isUsed, memory, guess: guessed }: Work,
): PoUpdate {
  const counts: Counts = { filled: 0, proposed: 0, added: 0, dropped: 0 };
  const path = join(root, poFile(translations.folder, language));
  const before = existsSync(path) ? readFileSync(path, "utf8") : head(language);
  const fresh = (sentence: string): string => {
    const exact = memory.get(sentence);
    if (exact !== undefined) {
      counts.filled++;
      return entry(sentence, exact);
    }
    const guess = guessed(sentence);
    const near = guess === undefined ? nearest(sentence, [...memory.keys()]) : undefined;
    counts[guess === undefined && near === undefined ? "added" : "proposed"]++;
    if (guess !== undefined) return `#, fuzzy\n${entry(sentence, guess)}`;
    if (near === undefined) return entry(sentence, "");
    return `#, fuzzy\n#| msgid ${quoted(near)}\n${entry(sentence, withNamesOf(sentence, near, memory.get(near) ?? ""))}`;
  };
  const kept = blocksOf(before).flatMap((block) => {
    const sentence = poEntries(block)[0]?.sentence ?? "";
    if (sentence === "") return [block];
    if (!isUsed(sentence)) {
      counts.dropped++;
      return [];
    }
    const isEmpty =
      translations[language].get(sentence) === "" && !translations.fuzzy[language].has(sentence);
    return [isEmpty && memory.has(sentence) ? fresh(sentence) : block];
  });
  const known = translations[language];
  const added = [...new Set(missing)].filter((sentence) => !known.has(sentence)).map(fresh);
  const after = `${[...kept, ...added].join("\n\n")}\n`;
  if (after !== before && (added.length > 0 || existsSync(path))) writeFileSync(path, after);
  return counts;
}

/** The words of a similar sentence, with the names and numbers of this one, where the two differ in single words. */
function withNamesOf(sentence: string, near: string, words: string): string {
  const [now = [], old = []] = [sentence, near].map((text) => text.match(/[\p{L}\p{N}-]+/gu) ?? []);
  if (now.length !== old.length) return words;
  return now.reduce((text, name, index) => {
    const other = old[index] ?? "";
    const areNames = index > 0 && other.length > 1 && [name, other].every((one) => /[\p{Lu}\d]/u.test(one));
    return areNames ? text.replaceAll(other, () => name) : text;
  }, words);
}

/** The entries of a file with their remarks. Usually an empty line separates them, but nothing demands it. */
function blocksOf(text: string): string[] {
  const blocks: string[][] = [];
  let ended = true;
  for (const line of text.split("\n")) {
    if (line.trim() === "") ended = true;
    else if (ended || (/^(?:#|msgctxt|msgid)/.test(line) && blocks.at(-1)?.some(isTranslation))) {
      blocks.push([line]);
      ended = false;
    } else blocks.at(-1)?.push(line);
  }
  return blocks.map((lines) => lines.join("\n"));
}

function isTranslation(line: string): boolean {
  return line.startsWith("msgstr");
}

/** Every sentence that some file has translated, without guesses and without entries for one context only. */
function knownTranslations(all: readonly Translations[], language: "es" | "fr"): Map<string, string> {
  return new Map(
    all.flatMap((translations) =>
      [...translations[language]].filter(
        ([sentence, words]) => words !== "" && !translations.contextual[language].has(sentence),
      ),
    ),
  );
}

/** In the place of a place's name. */
const gap = "\u0000";

function inGap(text: string, name: string): string {
  return text.replaceAll(name, gap);
}

function placeName({ source }: JurisdictionContent, content?: Content, language: "es" | "fr" = "es"): string {
  const { name } = source.data;
  return content?.translations[language].get(name) ?? name;
}

/** The sentences of each place that name it, with a gap for the name, and so their translations. */
function withGaps(content: Content, language: "es" | "fr"): Map<string, string> {
  return new Map(
    content.jurisdictions.flatMap((place) =>
      [...place.translations[language]]
        .map(
          ([sentence, words]) =>
            [inGap(sentence, placeName(place)), inGap(words, placeName(place, content, language))] as const,
        )
        .filter(([sentence, words]) => sentence.includes(gap) && words.includes(gap)),
    ),
  );
}

function head(language: "es" | "fr"): string {
  return [
    'msgid ""',
    'msgstr ""',
    '"Content-Type: text/plain; charset=UTF-8\\n"',
    '"Content-Transfer-Encoding: 8bit\\n"',
    `"Language: ${language}\\n"`,
  ].join("\n");
}

function entry(sentence: string, words: string): string {
  return `msgid ${quoted(sentence)}\nmsgstr ${quoted(words)}`;
}

function quoted(sentence: string): string {
  const escaped = sentence
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll("\n", "\\n")
    .replaceAll("\t", "\\t");
  return `"${escaped}"`;
}
