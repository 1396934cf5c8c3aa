export interface PoEntry {
  /** Where its `msgid` is. */
  readonly line: number;
  /** Its `msgctxt`, or an empty string. */
  readonly context: string;
  readonly sentence: string;
  readonly translation: string;
  readonly isFuzzy: boolean;
}

/** A line that does not belong there. */
export class PoError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

type Key = "msgctxt" | "msgid" | "msgstr";

const quoted = /^(?:(msgctxt|msgid|msgstr)\s+)?"((?:[^"\\]|\\.)*)"$/;
const before: Readonly<Record<Key, readonly (Key | undefined)[]>> = {
  msgctxt: [undefined, "msgstr"],
  msgid: [undefined, "msgstr", "msgctxt"],
  msgstr: ["msgid"],
};

/**
 * The entries of a PO file, including its header, whose sentence is empty. Entries that editors keep as comments (`#~`) are
 * skipped. Plurals are not supported: our sentences have none. Throws a `PoError`.
 */
export function poEntries(text: string): PoEntry[] {
  const found: PoEntry[] = [];
  let open: { [key in Key]?: string } = {};
  let last: Key | undefined;
  let start = 0;
  let isFuzzy = false;
  const close = (line: number): void => {
    if (last === undefined) return;
    if (last !== "msgstr")
      throw new PoError(line, `the entry has no ${last === "msgid" ? "msgstr" : "msgid"}: add it`);
    const { msgctxt: context = "", msgid: sentence = "", msgstr: translation = "" } = open;
    found.push({ line: start, context, sentence, translation, isFuzzy });
    open = {};
    last = undefined;
    isFuzzy = false;
  };
  const rows = text.split("\n").map((row) => row.trim());
  rows.forEach((row, index) => {
    const line = index + 1;
    if (row === "" || row.startsWith("#")) {
      close(line);
      isFuzzy ||= row.startsWith("#,") && row.includes("fuzzy");
      return;
    }
    const [, named, value] = quoted.exec(row) ?? [];
    if (value === undefined)
      throw new PoError(line, 'this is no entry: write msgctxt, msgid, or msgstr and a text in "..." here');
    const key = (named ?? last) as Key | undefined;
    if (key === undefined)
      throw new PoError(line, "the text belongs to no msgid or msgstr: add one before it");
    if (named !== undefined) {
      if (last === "msgstr") close(line);
      if (!before[key].includes(last))
        throw new PoError(line, `${key} is out of order: write msgid, then msgstr, once per entry`);
      last = key;
      if (key === "msgid") start = line;
    }
    open[key] = (open[key] ?? "") + unescaped(value);
  });
  close(rows.length);
  return found;
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

function unescaped(value: string): string {
  return value.replace(/\\(.)/g, (_, mark: string) => escapes[mark] ?? mark);
}
