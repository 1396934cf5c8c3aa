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
import type { CompiledContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";
import { problemLine } from "../read/problem.js";

let folder = "";
let compiled: CompiledContent;
let parts: FormParts;
afterAll(() => rmSync(folder, { recursive: true }));

/** TS102 with a choice among towns, whose tax is a parameter. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "list-options-"));
  cpSync(baseRoot, folder, { recursive: true });
  const change = (name: string, from: string, to: string): void => {
    const file = join(folder, "us/TS/TS102/2026.1.0", name);
    const before = readFileSync(file, "utf8");
    expect(before.split(from)).toHaveLength(2);
    writeFileSync(file, before.replace(from, to));
  };
  appendFileSync(
    join(folder, "us/TS/figures/2026.yaml"),
    'lists:\n  towns:\n    source: A law\n    columns: [number, name, rate]\n    rows:\n      - ["1001", Springfield, 1.5]\n      - ["0203", Old Town, 0.25]\n',
  );
  change("form.yaml", "federalValues: true\n", "federalValues: true\nfigures: 2026\n");
  change(
    "questions.yaml",
    "      wage:\n",
    '      town:\n        ask: What is your status?\n        answer: choice\n        optionsFrom: { list: towns, label: "{{ name }} town ({{ number }}): {{ rate }}%" }\n        options: { OTHER: Married }\n      wage:\n',
  );
  change(
    "page.yaml",
    "  - line: credit\n",
    "  - line: credit\n  - line: town\n    text: Town\n    value: lookup(towns.name, town)\n",
  );
  change(
    "parameters.yaml",
    "TS.since:",
    "TS.rate: { value: 'lookup(towns.rate, town)', when: answered(town) }\nTS.since:",
  );
  change("cases.yaml", "{ status: SINGLE, wage: 100,", '{ status: SINGLE, town: "0203", wage: 100,');
  const vocabulary = join(folder, "parameters.yaml");
  writeFileSync(
    vocabulary,
    readFileSync(vocabulary, "utf8").replace(
      "names:\n",
      "names:\n  rate: { type: percent, about: The credit. }\n",
    ),
  );
  for (const language of ["es", "fr"])
    appendFileSync(
      join(folder, `us/TS/${language}.po`),
      `\nmsgid "{{ name }} town ({{ number }}): {{ rate }}%"\nmsgstr "(${language}) {{ number }} {{ name }}: {{ rate }}%"\n`,
    );
  const result = await checkContent(folder, { draw: false });
  expect(result.problems.map(problemLine)).toEqual([]);
  if (result.compiled === undefined) throw new Error("the content cannot be read");
  compiled = result.compiled;
  parts = compiled.forms.find(({ form: { id } }) => id === "TS102") as FormParts;
});

const town = (language: "en" | "es" | "fr") =>
  parts.sets[language].plain[0]?.questions.find(({ id }) => id === "town");

it("publishes an ordinary option per row in the order of the list, then the question's own", () => {
  expect(town("en")?.questionOptions).toEqual([
    { value: "1001", label: "Springfield town (1001): 1.5%" },
    { value: "0203", label: "Old Town town (0203): 0.25%" },
    { value: "OTHER", label: "Married" },
  ]);
  expect(town("en")?.validationRegex).toBe("^(?:1001|0203|OTHER)$");
});

it("needs one translation for all rows: names and codes stay, numbers follow the language", () => {
  expect(town("es")?.questionOptions?.[1]?.label).toBe("(es) 0203 Old Town: 0.25%");
  expect(town("fr")?.questionOptions?.[1]?.label).toBe("(fr) 0203 Old Town: 0,25%");
});

it("has a table per column for the page and the parameters", () => {
  const interview = interviewOf(parts.sets.fr.plain, parts.sets.fr.plain);
  const request = {
    ...samplePeople("US"),
    fields: { status: "SINGLE", town: "0203", wage: 700 },
    federalValues: undefined,
    mode: "SIGN" as const,
    language: "fr" as const,
    instant: new Date("2026-03-02T12:00:00Z"),
    timeZone: "UTC",
  };
  const done = complete(readyForm(parts.form), compiled.shared, interview, request, interview);
  if (done.outcome !== "COMPLETE") throw new Error(done.outcome);
  expect(done.printed).toMatchObject({ town: "Old Town" });
  expect(done.taxParameters.find(({ id }) => id === "TS.rate")?.value).toBe("0.25");
});
