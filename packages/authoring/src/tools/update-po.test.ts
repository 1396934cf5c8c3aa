import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Ledger, readPo } from "../read/po.js";
import type { Content } from "../resolve/content.js";
import { updatePo } from "./update-po.js";

const head =
  'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n"Language: es\\n"\n';

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "update-po-"));
  for (const folder of ["us/TS", "us/OZ"]) mkdirSync(join(root, folder), { recursive: true });
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

/** Spanish files by folder, the sentences that something says there, and those of them that have no translation. */
interface Given {
  readonly files: Readonly<Record<string, string>>;
  readonly sentences?: readonly string[];
  readonly missing?: readonly string[];
  readonly only?: string;
}

function update({ files, sentences = [], missing = [], only }: Given): [string, object][] {
  for (const [folder, text] of Object.entries(files)) writeFileSync(join(root, folder, "es.po"), text);
  const read = (folder: string) => readPo(root, folder, () => {});
  const content = {
    root,
    whole: true,
    translations: read(""),
    jurisdictions: [
      { source: { data: { name: "Testland" } }, translations: read("us/TS") },
      { source: { data: { name: "North Oz" } }, translations: read("us/OZ") },
    ],
  } as unknown as Content;
  const ledger: Ledger = {
    used: new Set(
      sentences.flatMap((sentence) => ["", "us/TS"].map((folder) => `${folder}\nes\n${sentence}`)),
    ),
    missing: missing.map((sentence) => ({ folder: "us/TS", usedIn: "us/TS", language: "es", sentence })),
  };
  return [...updatePo(content, ledger, (folder) => only === undefined || folder === only)];
}

const place = (): string => readFileSync(join(root, "us/TS/es.po"), "utf8");

describe("updatePo", () => {
  it("starts a file with its head, and adds each missing sentence once, empty", () => {
    expect(update({ files: {}, missing: ["Wage", "Wage"] })).toEqual([
      ["us/TS/es.po", { filled: 0, proposed: 0, added: 1, dropped: 0 }],
    ]);
    expect(place()).toBe(`${head}\nmsgid "Wage"\nmsgstr ""\n`);
  });

  it("proposes what another place says, with the name of this one as the language has it", () => {
    const files = {
      "": `${head}\nmsgid "North Oz"\nmsgstr "Oz del Norte"\n`,
      "us/OZ": `${head}\nmsgid "All in North Oz"\nmsgstr "Todo en Oz del Norte"\n`,
    };
    const sentences = ["All in Testland", "North Oz", "All in North Oz"];
    update({ files, sentences, missing: ["All in Testland"], only: "us/TS" });
    expect(place()).toBe(`${head}\n#, fuzzy\nmsgid "All in Testland"\nmsgstr "Todo en Testland"\n`);
  });

  it("copies the translation of another file that has the sentence, even for an empty entry", () => {
    const files = {
      "": `${head}\nmsgid "Wage"\nmsgstr "Salario"\n\nmsgid "Name"\nmsgstr "Nombre"\n`,
      "us/TS": `${head}\nmsgid "Name"\nmsgstr ""\n`,
    };
    expect(update({ files, sentences: ["Wage", "Name"], missing: ["Wage", "Name"] })).toEqual([
      ["us/TS/es.po", { filled: 2, proposed: 0, added: 0, dropped: 0 }],
    ]);
    expect(place()).toBe(`${head}\nmsgid "Name"\nmsgstr "Nombre"\n\nmsgid "Wage"\nmsgstr "Salario"\n`);
  });

  it("proposes the words of a similar sentence as fuzzy, which counts as missing until a person looks", () => {
    const files = {
      "": `${head}\nmsgid "Is your spouse in Alabama?"\nmsgstr "¿Está su cónyuge en Alabama?"\n`,
    };
    const sentences = ["Is your spouse in Alabama?"];
    expect(update({ files, sentences, missing: ["Is your spouse in Indiana?"] })).toEqual([
      ["us/TS/es.po", { filled: 0, proposed: 1, added: 0, dropped: 0 }],
    ]);
    expect(place()).toBe(
      `${head}\n#, fuzzy\n#| msgid "Is your spouse in Alabama?"\nmsgid "Is your spouse in Indiana?"\nmsgstr "¿Está su cónyuge en Indiana?"\n`,
    );
    const read = readPo(root, "us/TS", () => {});
    expect(read.es.get("Is your spouse in Indiana?")).toBe("");
    expect(read.fuzzy.es.has("Is your spouse in Indiana?")).toBe(true);
  });

  it("copies no translation of an entry with a context or a fuzzy one", () => {
    const files = {
      "": `${head}\nmsgctxt "verb"\nmsgid "File"\nmsgstr "Presente"\n\n#, fuzzy\nmsgid "Wage"\nmsgstr "Sueldo"\n`,
    };
    expect(update({ files, sentences: ["File", "Wage"], missing: ["File", "Wage"] })).toEqual([
      ["us/TS/es.po", { filled: 0, proposed: 0, added: 2, dropped: 0 }],
    ]);
  });

  it("drops entries that nothing says, and leaves the others as they are", () => {
    const kept = '# a remark\nmsgid ""\n"A long "\n"sentence"\nmsgstr "Una frase larga"\n';
    const files = { "us/TS": `${head}\nmsgid "Old"\nmsgstr "Viejo"\n\n${kept}` };
    expect(update({ files, sentences: ["A long sentence"] })).toEqual([
      ["us/TS/es.po", { filled: 0, proposed: 0, added: 0, dropped: 1 }],
    ]);
    expect(place()).toBe(`${head}\n${kept}`);
    expect(update({ files: {}, sentences: ["A long sentence"] })).toEqual([]);
  });

  it("drops one of two entries that no empty line separates", () => {
    const files = { "us/TS": `${head}\nmsgid "Old"\nmsgstr "Viejo"\nmsgid "New"\nmsgstr "Nuevo"\n` };
    expect(update({ files, sentences: ["New"] })).toEqual([
      ["us/TS/es.po", { filled: 0, proposed: 0, added: 0, dropped: 1 }],
    ]);
    expect(place()).toBe(`${head}\nmsgid "New"\nmsgstr "Nuevo"\n`);
  });

  it("changes no file outside the folder requested", () => {
    const files = {
      "": `${head}\nmsgid "Old"\nmsgstr "Viejo"\n`,
      "us/TS": `${head}\nmsgid "Older"\nmsgstr "Más viejo"\n`,
    };
    expect(update({ files, only: "us/TS" }).map(([file]) => file)).toEqual(["us/TS/es.po"]);
    expect(readFileSync(join(root, "es.po"), "utf8")).toBe(files[""]);
  });

  it("writes quotation marks and line breaks so that they are read back", () => {
    const sentence = 'Say "yes"\nor \\ no\tmore';
    update({ files: {}, missing: [sentence] });
    expect([...readPo(root, "us/TS", () => {}).es.keys()]).toEqual([sentence]);
  });
});
