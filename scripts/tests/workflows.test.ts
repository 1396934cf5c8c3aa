import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";

// Every workflow is valid, and runs only what a contributor can run: scripts of package.json and of `.ci/`.

const { validateWorkflow } = createRequire(import.meta.url)("@action-validator/core") as {
  validateWorkflow(text: string): { readonly errors: readonly unknown[] };
};

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = join(root, ".github/workflows");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

interface Workflow {
  readonly jobs: Record<string, { readonly steps: readonly { readonly run?: string }[] }>;
}

/** Commands that are neither `npm ci` nor a script of the project. */
function strangeCommands(text: string): string[] {
  return Object.values((parse(text) as Workflow).jobs)
    .flatMap(({ steps }) => steps.flatMap(({ run }) => (run ?? "").split("\n")))
    .filter((line) => line !== "" && line !== "npm ci" && line !== ".ci/run")
    .filter((line) => scripts[/^npm run ([\w:-]+)/.exec(line)?.[1] ?? ""] === undefined);
}

test.each(readdirSync(folder))("the workflow %s is valid and runs only our own scripts", (name) => {
  const text = readFileSync(join(folder, name), "utf8");
  expect(validateWorkflow(text).errors).toEqual([]);
  expect(strangeCommands(text)).toEqual([]);
});

test("an invalid workflow and a strange command are found", () => {
  const text =
    "on: push\njobs:\n  a:\n    runs_on: ubuntu-latest\n    steps:\n      - run: curl example.com\n";
  expect(validateWorkflow(text).errors).not.toEqual([]);
  expect(strangeCommands(text)).toEqual(["curl example.com"]);
});
