import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Ledger, readPo, translate } from "./po.js";
import type { ContentProblem } from "./problem.js";

let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "po-"));
  mkdirSync(join(root, "us/TS"), { recursive: true });
  const head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n';
  writeFileSync(
    join(root, "us/TS/es.po"),
    `${head}msgid "Name"
msgstr "Nombre"

msgid ""
"A long sentence "
"with a \\"quoted\\" word\\n"
"and a second line."
msgstr "Una frase"

#, fuzzy
msgid "Guess"
msgstr "Adivinanza"

msgid "Empty"
msgstr ""

#~ msgid "Gone"
#~ msgstr "Ido"

msgid "Name"
msgstr "Otro nombre"
`,
  );
  writeFileSync(
    join(root, "es.po"),
    `${head}msgid "Name"\nmsgstr "Nombre común"\n\nmsgid "Empty"\nmsgstr "Vacío"\n`,
  );
});
afterAll(() => {
  rmSync(root, { recursive: true });
});

const sentence = 'A long sentence with a "quoted" word\nand a second line.';

describe("readPo", () => {
  it("reads entries, long ones too, and knows their lines", () => {
    const { es, at } = readPo(root, "us/TS", () => {});
    expect(es.get(sentence)).toBe("Una frase");
    expect(at("es", "Empty")).toEqual({ file: "us/TS/es.po", line: 18 });
    expect(at("es", sentence)).toEqual({ file: "us/TS/es.po", line: 8 });
    expect(at("es", "Nobody")).toEqual({ file: "us/TS/es.po", line: 1 });
  });

  it("ignores fuzzy and obsolete entries", () => {
    const { es } = readPo(root, "us/TS", () => {});
    expect(es.get("Guess")).toBe("");
    expect(es.has("Gone")).toBe(false);
  });

  it("reports a duplicate entry", () => {
    const problems: ContentProblem[] = [];
    readPo(root, "us/TS", (problem) => problems.push(problem));
    expect(problems).toEqual([
      {
        file: "us/TS/es.po",
        line: 24,
        rule: "translation-unused",
        message: "the entry appears twice, first on line 5: remove one of them",
      },
    ]);
  });

  it("treats a folder without a file as one without translations", () => {
    const { fr, unreadable } = readPo(root, "us/TS", () => {});
    expect(fr.size).toBe(0);
    expect(unreadable.size).toBe(0);
  });
});

describe("translate", () => {
  const translated = (text: string, language: "en" | "es" | "fr"): [string | undefined, string[]] => {
    const ledger: Ledger = { used: new Set(), missing: [] };
    const chain = [readPo(root, "us/TS", () => {}), readPo(root, "", () => {})];
    return [translate(chain, ledger, text, language), [...ledger.used]];
  };

  it("returns English unchanged", () => {
    expect(translated("Name", "en")).toEqual(["Name", []]);
  });

  it("uses the nearest folder that has the sentence, and records what was used", () => {
    expect(translated(sentence, "es")).toEqual(["Una frase", [`us/TS\nes\n${sentence}`]]);
  });

  it("continues to the next folder where the entry is empty", () => {
    expect(translated("Empty", "es")).toEqual(["Vacío", ["us/TS\nes\nEmpty", "\nes\nEmpty"]]);
  });

  it("returns nothing for a sentence without a translation", () => {
    expect(translated("Nobody", "es")).toEqual([undefined, []]);
    expect(translated("Name", "fr")).toEqual([undefined, []]);
  });
});
