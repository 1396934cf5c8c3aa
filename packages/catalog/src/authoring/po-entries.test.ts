import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contentRoot } from "./paths.js";
import { parsedEntries, plainEntries, poEntries } from "./po-entries.js";

const files = readdirSync(contentRoot, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".po"),
);

test("our reader reads every translation of the content, and as gettext reads it", () => {
  expect(files.length).toBeGreaterThan(100);
  for (const file of files) {
    const text = readFileSync(join(contentRoot, file), "utf8");
    expect(plainEntries(text), file).toEqual(parsedEntries(text));
  }
});

const header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n';

/** Sentence, translation, context, and whether it is fuzzy. */
type Expected = readonly [string, string, string?, boolean?];

test.each<[string, string, "our reader" | "gettext", Expected[]]>([
  [
    "text over several lines",
    'msgid ""\n"One "\n"two."\nmsgstr "Uno "\n"dos."\n',
    "our reader",
    [["One two.", "Uno dos."]],
  ],
  ["escapes", 'msgid "a \\"b\\" \\\\n \\n \\t"\nmsgstr "c"\n', "our reader", [['a "b" \\n \n \t', "c"]]],
  [
    "a context",
    'msgctxt "button"\nmsgid "Sign"\nmsgstr "Firmar"\n\nmsgid "Sign"\nmsgstr "Signo"\n',
    "our reader",
    [
      ["Sign", "Signo"],
      ["Sign", "Firmar", "button"],
    ],
  ],
  [
    "a guess",
    '#, fuzzy\nmsgid "Yes"\nmsgstr "Si"\n\nmsgid "No"\nmsgstr "No"\n',
    "our reader",
    [
      ["Yes", "Si", "", true],
      ["No", "No"],
    ],
  ],
  [
    "no empty line between entries",
    'msgid "Yes"\nmsgstr "Sí"\nmsgid "No"\nmsgstr "No"\n',
    "our reader",
    [
      ["Yes", "Sí"],
      ["No", "No"],
    ],
  ],
  [
    "an entry that is no longer used",
    'msgid "Yes"\nmsgstr "Sí"\n\n#~ msgid "Old"\n#~ msgstr "Viejo"\n',
    "gettext",
    [["Yes", "Sí"]],
  ],
  [
    "a plural",
    'msgid "day"\nmsgid_plural "days"\nmsgstr[0] "día"\nmsgstr[1] "días"\n',
    "gettext",
    [["day", "día"]],
  ],
  ["lines that end as on Windows", 'msgid "Yes"\r\nmsgstr "Sí"\r\n', "gettext", [["Yes", "Sí"]]],
])("%s", (_, text, reader, expected) => {
  const entries = poEntries(header + text);
  expect(plainEntries(header + text)).toEqual(reader === "our reader" ? entries : undefined);
  expect(entries.filter(({ sentence }) => sentence !== "")).toEqual(
    expected.map(([sentence, translation, context = "", isFuzzy = false]) => ({
      context,
      sentence,
      translation,
      isFuzzy,
    })),
  );
});

test("a quotation mark that is missing is reported with its line", () => {
  const text = 'msgid "Yes"\nmsgstr "Sí\n\nmsgid "No"\nmsgstr "No"\n';
  expect(() => poEntries(text)).toThrow("line 4");
});
