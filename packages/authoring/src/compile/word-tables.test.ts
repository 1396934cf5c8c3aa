import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { complete } from "@withholding-forms/catalog/runtime/complete/complete";
import { readyForm } from "@withholding-forms/catalog/runtime/complete/ready-form";
import { interviewOf } from "@withholding-forms/catalog/runtime/form-version";
import { baseRoot } from "@withholding-forms/testing/catalog/catalog";
import { afterAll, beforeAll, expect, it } from "vitest";
import { samplePeople } from "../check/cases.js";
import { checkContent } from "../check/check.js";
import { problemLine } from "../read/problem.js";
import type { CompiledContent } from "./compile.js";
import type { FormParts } from "./form.js";

let compiled: CompiledContent;
let parts: FormParts;

/** TS102 with a calculated word and a word that only the page prints. */
beforeAll(async () => {
  const root = mkdtempSync(join(tmpdir(), "word-tables-"));
  cpSync(baseRoot, root, { recursive: true });
  const form = join(root, "us/TS/TS102/2026.1.0");
  const change = (name: string, from: string, to: string): void => {
    const before = readFileSync(join(form, name), "utf8");
    expect(before.split(from)).toHaveLength(2);
    writeFileSync(join(form, name), before.replace(from, to));
  };
  change(
    "questions.yaml",
    "tables:\n",
    "tables:\n  sizes: { rows: [[0, A low wage], [1000, HIGH]] }\n  kinds: { words: { SINGLE: One person, MARRIED: TWO } }\n",
  );
  change(
    "questions.yaml",
    "      poor:\n",
    "      size: { ask: Credit, answer: name, calculate: 'lookup(sizes, wage)', scale: 0 }\n      poor:\n",
  );
  change(
    "page.yaml",
    "  - line: credit\n",
    "  - line: credit\n  - line: size\n  - line: kind\n    text: Status\n    value: lookup(kinds, status)\n",
  );
  for (const language of ["es", "fr"])
    for (const words of ["A low wage", "One person"])
      appendFileSync(
        join(root, `us/TS/${language}.po`),
        `\nmsgid "${words}"\nmsgstr "(${language}) ${words}"\n`,
      );
  const result = await checkContent(root, { draw: false });
  expect(result.problems.map(problemLine)).toEqual([]);
  if (result.compiled === undefined) throw new Error("the content cannot be read");
  compiled = result.compiled;
  parts = compiled.forms.find(({ form: { id } }) => id === "TS102") as FormParts;
  folder = root;
});
let folder = "";
afterAll(() => rmSync(folder, { recursive: true }));

it("publishes the words in the language that is asked for, and codes as they are", () => {
  const formula = (language: "en" | "es") =>
    parts.sets[language].plain[0]?.questions.find(({ id }) => id === "size")?.calculation?.formula;
  expect(formula("en")).toBe('wage < 1000 ? "A low wage" : "HIGH"');
  expect(formula("es")).toBe('wage < 1000 ? "(es) A low wage" : "HIGH"');
});

it("prints the words in the language of the edition, whatever language was asked for", () => {
  const interview = (language: "en" | "es") =>
    interviewOf(parts.sets[language].plain, parts.sets[language].plain);
  expect(parts.form.calculatesWords).toBe(true);
  const request = {
    ...samplePeople("US"),
    fields: { status: "SINGLE", wage: 700 },
    federalValues: undefined,
    mode: "SIGN" as const,
    language: "es" as const,
    instant: new Date("2026-03-02T12:00:00Z"),
    timeZone: "UTC",
  };
  const done = complete(readyForm(parts.form), compiled.shared, interview("es"), request, interview("en"));
  if (done.outcome !== "COMPLETE") throw new Error(done.outcome);
  expect(done.walk.values.get("size")).toBe("(es) A low wage");
  expect(done.printed).toMatchObject({ size: "A low wage", kind: "One person" });
});
