import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Ledger, poFile, readPo } from "./po.js";

/** Appends an entry with an empty translation for every sentence that lacks one; gives the number of new entries by file. */
export function appendMissing(root: string, ledger: Pick<Ledger, "missing">): ReadonlyMap<string, number> {
  const added = new Map<string, number>();
  const byFile = new Map<string, { language: "es" | "fr"; folder: string; sentences: Set<string> }>();
  for (const { folder, language, sentence } of ledger.missing) {
    const file = poFile(folder, language);
    const entry = byFile.get(file) ?? { language, folder, sentences: new Set() };
    entry.sentences.add(sentence);
    byFile.set(file, entry);
  }
  for (const [file, { language, folder, sentences }] of byFile) {
    const known = readPo(root, folder, () => {})[language];
    const fresh = [...sentences].filter((sentence) => !known.has(sentence));
    if (fresh.length === 0) continue;
    const path = join(root, file);
    const before = existsSync(path) ? readFileSync(path, "utf8").trimEnd() : head(language);
    const entries = fresh.map((sentence) => `\n\nmsgid ${quoted(sentence)}\nmsgstr ""`);
    writeFileSync(path, `${before}${entries.join("")}\n`);
    added.set(file, fresh.length);
  }
  return added;
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

function quoted(sentence: string): string {
  const escaped = sentence
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll("\n", "\\n")
    .replaceAll("\t", "\\t");
  return `"${escaped}"`;
}
