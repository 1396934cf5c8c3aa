import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fieldCodes, problemCodes, serviceNotices } from "@withholding-forms/contract";
import { content } from "@withholding-forms/testing/catalog/content";
import { expect, it } from "vitest";
import { compileDictionary } from "../src/compile/dictionary.js";

// Names that payroll systems store. content/names.txt has all that were published: a name that disappears breaks a
// stored answer or a program. `npm run content:names` adds the new ones.

const file = fileURLToPath(new URL("../../../content/names.txt", import.meta.url));
const recorded = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];

const forms = content.forms.flatMap(({ form, sets }) => [
  `form ${form.id}`,
  ...[...sets.en.plain, ...(sets.en.federal ?? [])].flatMap((set) =>
    set.questions.map(({ id }) => `question ${form.id} ${id}`),
  ),
  ...(form.notices ?? []).map(({ code }) => `notice ${code}`),
]);
const flows = content.jurisdictions.flatMap(({ flows: own }) =>
  own.flatMap(({ id, sets }) => [
    `flow ${id}`,
    ...sets.flatMap(({ question, options }) => [
      `flowQuestion ${id} ${question}`,
      ...options.map(({ value }) => `flowAnswer ${id} ${question} ${value}`),
    ]),
  ]),
);
const parameters = compileDictionary(content.content, content.forms).en.map(({ id }) => `parameter ${id}`);
const codes = [
  ...Object.keys(problemCodes).map((code) => `problem ${code}`),
  ...Object.keys(fieldCodes).map((code) => `fieldProblem ${code}`),
  ...serviceNotices.map((code) => `notice ${code}`),
];
const names = new Set([...forms, ...flows, ...parameters, ...codes]);

it("keeps every name that was published", () => {
  expect(names.size).toBeGreaterThan(3000);
  expect(recorded.filter((name) => !names.has(name))).toEqual([]);
});

it("records every new name", () => {
  const known = new Set(recorded);
  const added = [...names].filter((name) => !known.has(name)).sort();
  if (process.env["RECORD_NAMES"] === "yes")
    writeFileSync(file, `${[...recorded, ...added].sort().join("\n")}\n`);
  else expect(added).toEqual([]);
});
