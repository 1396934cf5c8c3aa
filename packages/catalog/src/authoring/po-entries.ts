import { createRequire } from "node:module";
import type * as gettext from "gettext-parser";

export interface PoEntry {
  /** Its `msgctxt`, or an empty string. */
  readonly context: string;
  readonly sentence: string;
  readonly translation: string;
  readonly isFuzzy: boolean;
}

/** The entries of a PO file, also that of its header, whose sentence is empty. Throws if it is not a PO file. */
export function poEntries(text: string): PoEntry[] {
  return plainEntries(text) ?? parsedEntries(text);
}

/** A parser that knows all of the format and explains what is wrong, but takes ten times as long. */
export function parsedEntries(text: string): PoEntry[] {
  const { po } = createRequire(import.meta.url)("gettext-parser") as typeof gettext;
  return Object.entries(po.parse(text).translations).flatMap(([context, entries]) =>
    Object.values(entries).map(({ msgid, msgstr, comments }) => ({
      context,
      sentence: msgid,
      translation: msgstr[0] ?? "",
      isFuzzy: comments?.flag?.includes("fuzzy") === true,
    })),
  );
}

type Key = "msgctxt" | "msgid" | "msgstr";

const quoted = /^(?:(msgctxt|msgid|msgstr) )?"((?:[^"\\]|\\.)*)"$/;
const before: Readonly<Record<Key, readonly (Key | undefined)[]>> = {
  msgctxt: [undefined, "msgstr"],
  msgid: [undefined, "msgstr", "msgctxt"],
  msgstr: ["msgid"],
};

/** Undefined if a line is not like those of our files: comments, then `msgctxt`, `msgid`, and `msgstr`, then an empty line. */
export function plainEntries(text: string): PoEntry[] | undefined {
  const byContext = new Map<string, Map<string, PoEntry>>();
  let open: { [key in Key]?: string } = {};
  let last: Key | undefined;
  let isFuzzy = false;
  const close = (): void => {
    const { msgctxt: context = "", msgid: sentence, msgstr: translation = "" } = open;
    if (sentence === undefined) return;
    const entries = byContext.get(context) ?? new Map<string, PoEntry>();
    byContext.set(context, entries.set(sentence, { context, sentence, translation, isFuzzy }));
    open = {};
    last = undefined;
    isFuzzy = false;
  };
  for (const line of text.split("\n")) {
    if (line === "") continue;
    if (line.startsWith("#")) {
      if (line.startsWith("#~") || last === "msgctxt" || last === "msgid") return undefined;
      close();
      isFuzzy ||= line.startsWith("#,") && line.includes("fuzzy");
      continue;
    }
    const [, named, value = ""] = quoted.exec(line) ?? [undefined, "other"];
    const key = named as Key | "other" | undefined;
    if (key === "other" || (key === undefined && last === undefined)) return undefined;
    if (key !== undefined) {
      if (!before[key].includes(last)) return undefined;
      if (last === "msgstr") close();
      last = key;
    }
    if (last !== undefined) open[last] = (open[last] ?? "") + unescaped(value);
  }
  if (last === "msgctxt" || last === "msgid") return undefined;
  close();
  return [...byContext.values()].flatMap((entries) => [...entries.values()]);
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

function unescaped(value: string): string {
  return value.includes("\\") ? value.replace(/\\(.)/g, (_, mark: string) => escapes[mark] ?? mark) : value;
}
