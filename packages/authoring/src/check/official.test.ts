import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { boundContent } from "@withholding-forms/testing/catalog/bound";
import { expect, test } from "vitest";
import { problemLine } from "../read/problem.js";
import { checkContent } from "./check.js";

/** Checks content whose form is bound to a file in a folder of the operator, whatever its name. */
async function problemsOf(changes: Readonly<Record<string, string>>): Promise<string[]> {
  const { root, agency } = await boundContent(changes);
  const official = join(root, "..", `${root.split("/").at(-1)}-agency`, "2026");
  mkdirSync(official, { recursive: true });
  writeFileSync(join(official, "downloaded (1).pdf"), agency);
  writeFileSync(join(official, "another.pdf"), "%PDF-1.7");
  const { problems } = await checkContent(root, { draw: false, official: join(official, "..") });
  return problems.map(problemLine);
}

test("a binding is checked against the file if it is available", async () => {
  expect(await problemsOf({})).toEqual([]);
});

test.each([
  [{ "  ssn: employee.socialSecurityNumber\n": "" }, 'its field "page1.ssn" is neither bound nor unused.'],
  [
    { "unused:\n": "unused:\n  notary: Nobody has to witness it.\n" },
    'the file has no field "page1.notary".',
  ],
  [
    { "whole(allowance)": "allowance > 0" },
    '"page1.allowance" takes text, but its expression gives true or false.',
  ],
  [{ "to: is true.": "to: is false." }, 'page 1 does not say "is false." after "I swear".'],
])("and does not fit it after %j", async (change, reason) => {
  expect(await problemsOf(change)).toEqual([
    `us/TS/TS101/2026.1.0/official.yaml:2: official: The file does not fit the binding of TS101 2026.1.0: ${reason}`,
  ]);
});
