import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { po } from "gettext-parser";
import { expect, test } from "vitest";
import { contentRoot } from "./paths.js";
import { type PoEntry, poEntries } from "./po-entries.js";

/** What another parser reads. */
function readByOthers(text: string): PoEntry[] {
  return Object.entries(po.parse(text).translations).flatMap(([context, entries]) =>
    Object.values(entries).map(({ msgid, msgstr, comments }) => ({
      context,
      sentence: msgid,
      translation: msgstr[0] ?? "",
      isFuzzy: comments?.flag?.includes("fuzzy") === true,
    })),
  );
}

const files = readdirSync(contentRoot, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".po"),
);

test("every translation of the content is read as gettext reads it", () => {
  expect(files.length).toBeGreaterThan(100);
  for (const file of files) {
    const text = readFileSync(join(contentRoot, file), "utf8");
    expect(poEntries(text), file).toEqual(readByOthers(text));
  }
});

const header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n';

test.each([
  ["text over several lines", 'msgid ""\n"One "\n"two."\nmsgstr "Uno "\n"dos."\n'],
  ["escapes", 'msgid "a \\"b\\" \\\\n \\n \\t"\nmsgstr "c"\n'],
  ["a context", 'msgctxt "button"\nmsgid "Sign"\nmsgstr "Firmar"\n\nmsgid "Sign"\nmsgstr "Signo"\n'],
  ["a guess", '#, fuzzy\nmsgid "Yes"\nmsgstr "Si"\n\nmsgid "No"\nmsgstr "No"\n'],
  ["an entry that is no longer used", 'msgid "Yes"\nmsgstr "Sí"\n\n#~ msgid "Old"\n#~ msgstr "Viejo"\n'],
  ["a plural", 'msgid "day"\nmsgid_plural "days"\nmsgstr[0] "día"\nmsgstr[1] "días"\n'],
  ["no empty line between entries", 'msgid "Yes"\nmsgstr "Sí"\nmsgid "No"\nmsgstr "No"\n'],
  ["lines that end as on Windows", 'msgid "Yes"\r\nmsgstr "Sí"\r\n'],
])("%s is read as gettext reads it", (_, text) => {
  expect(poEntries(header + text)).toEqual(readByOthers(header + text));
});
