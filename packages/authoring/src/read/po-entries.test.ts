import { expect, test } from "vitest";
import { poEntries } from "./po-entries.js";

const header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n';

/** Line, sentence, translation, context, and whether it is fuzzy. */
type Expected = readonly [number, string, string, string?, boolean?];

test.each<[string, string, Expected[]]>([
  [
    "text over several lines",
    'msgid ""\n"One "\n"two."\nmsgstr "Uno "\n"dos."\n',
    [[4, "One two.", "Uno dos."]],
  ],
  ["escapes", 'msgid "a \\"b\\" \\\\n \\n \\t"\nmsgstr "c"\n', [[4, 'a "b" \\n \n \t', "c"]]],
  [
    "a context",
    'msgctxt "button"\nmsgid "Sign"\nmsgstr "Firmar"\n\nmsgid "Sign"\nmsgstr "Signo"\n',
    [
      [5, "Sign", "Firmar", "button"],
      [8, "Sign", "Signo"],
    ],
  ],
  [
    "a guess, but not the entry after it",
    '#, fuzzy\n#| msgid "Si"\nmsgid "Yes"\nmsgstr "Si"\n\nmsgid "No"\nmsgstr "No"\n',
    [
      [6, "Yes", "Si", "", true],
      [9, "No", "No"],
    ],
  ],
  [
    "no empty line between entries",
    'msgid "Yes"\nmsgstr "Sí"\nmsgid "No"\nmsgstr "No"\n',
    [
      [4, "Yes", "Sí"],
      [6, "No", "No"],
    ],
  ],
  [
    "nothing of an entry that is no longer used",
    'msgid "Yes"\nmsgstr "Sí"\n\n#~ msgid "Old"\n#~ msgstr "Viejo"\n',
    [[4, "Yes", "Sí"]],
  ],
  ["lines that end as on Windows", 'msgid "Yes"\r\nmsgstr "Sí"\r\n', [[4, "Yes", "Sí"]]],
])("reads %s", (_, text, expected) => {
  expect(poEntries(header + text).filter(({ sentence }) => sentence !== "")).toEqual(
    expected.map(([line, sentence, translation, context = "", isFuzzy = false]) => ({
      line,
      context,
      sentence,
      translation,
      isFuzzy,
    })),
  );
});

test.each([
  ["a missing quotation mark", 'msgid "Yes"\nmsgstr "Sí\n\nmsgid "No"\nmsgstr "No"\n', 2],
  ["a plural", 'msgid "day"\nmsgid_plural "days"\nmsgstr[0] "día"\n', 2],
  ["a sentence without a translation", 'msgid "Yes"\n\nmsgid "No"\nmsgstr "No"\n', 2],
  ["a last sentence without a translation", 'msgid "Yes"\nmsgstr "Sí"\nmsgid "No"', 3],
  ["a translation without a sentence", 'msgstr "Sí"\n', 1],
  ["a second translation", 'msgid "Yes"\nmsgstr "Sí"\nmsgstr "Si"\n', 3],
  ["text before the first entry", '"Yes"\n', 1],
])("rejects %s with its line", (_, text, line) => {
  expect(() => poEntries(text)).toThrow(expect.objectContaining({ line }));
});
