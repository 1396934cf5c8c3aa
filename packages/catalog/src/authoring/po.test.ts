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

  it("takes a guess that nobody confirmed for no translation, and knows nothing of what is gone", () => {
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

  it("takes a folder without a file for one without translations", () => {
    const { fr, unreadable } = readPo(root, "us/TS", () => {});
    expect(fr.size).toBe(0);
    expect(unreadable.size).toBe(0);
  });
});

describe("translate", () => {
  const said = (text: string, language: "en" | "es" | "fr"): [string | undefined, string[]] => {
    const ledger: Ledger = { used: new Set(), missing: [] };
    const chain = [readPo(root, "us/TS", () => {}), readPo(root, "", () => {})];
    return [translate(chain, ledger, text, language), [...ledger.used]];
  };

  it("leaves English as it is", () => {
    expect(said("Name", "en")).toEqual(["Name", []]);
  });

  it("takes the nearest folder that has the sentence, and remembers what was used", () => {
    expect(said(sentence, "es")).toEqual(["Una frase", [`us/TS\nes\n${sentence}`]]);
  });

  it("continues to the next folder where the entry is empty", () => {
    expect(said("Empty", "es")).toEqual(["Vacío", ["us/TS\nes\nEmpty", "\nes\nEmpty"]]);
  });

  it("has nothing for a sentence that nobody translated", () => {
    expect(said("Nobody", "es")).toEqual([undefined, []]);
    expect(said("Name", "fr")).toEqual([undefined, []]);
  });
});
