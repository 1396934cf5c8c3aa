import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { appendMissing } from "./missing.js";
import { type Missing, readPo } from "./po.js";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "missing-"));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const missing = (sentence: string, language: "es" | "fr" = "es"): Missing => ({
  folder: "",
  said: "",
  language,
  sentence,
});

describe("appendMissing", () => {
  it("starts a file with its head where there is none", () => {
    expect([...appendMissing(root, { missing: [missing("Name", "fr")] })]).toEqual([["fr.po", 1]]);
    expect(readFileSync(join(root, "fr.po"), "utf8")).toBe(
      'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n"Language: fr\\n"\n\nmsgid "Name"\nmsgstr ""\n',
    );
  });

  it("leaves what is there as it is, and adds each sentence once", () => {
    const before = 'msgid ""\nmsgstr ""\n"Language: es\\n"\n\n# a remark\nmsgid "Name"\nmsgstr "Nombre"\n';
    writeFileSync(join(root, "es.po"), before);
    const list = [missing("Name"), missing("Wage"), missing("Wage")];
    expect([...appendMissing(root, { missing: list })]).toEqual([["es.po", 1]]);
    expect(readFileSync(join(root, "es.po"), "utf8")).toBe(`${before}\nmsgid "Wage"\nmsgstr ""\n`);
    expect([...appendMissing(root, { missing: list })]).toEqual([]);
  });

  it("writes quotation marks and line breaks so that they are read back", () => {
    const sentence = 'Say "yes"\nor \\ no\tmore';
    appendMissing(root, { missing: [missing(sentence)] });
    expect([...readPo(root, "", () => {}).es.keys()]).toEqual([sentence]);
  });
});
