import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url).pathname;

/** What is loaded before the first line of a program runs, without Node's own modules and the bundles themselves. */
function packagesAtStart(folder: string, program: string): readonly string[] {
  const files = new Set([program]);
  const packages = new Set<string>();
  for (const file of files)
    for (const [, name = ""] of readFileSync(join(root, folder, file), "utf8").matchAll(
      /^(?:import |(?:import|export|\})[^"\n]* from )"([^"]+)";$/gm,
    ))
      if (name.startsWith("./")) files.add(name.slice(2));
      else if (!name.startsWith("node:")) packages.add(name);
  expect(files.size).toBeGreaterThan(1);
  return [...packages];
}

test.each([
  ["packages/service/dist/programs", "main.js"],
  ["packages/service/dist/programs", "process-worker.js"],
  ["packages/catalog/dist/programs", "authoring-cli.js"],
  ["packages/catalog/dist/programs", "authoring-check-draw-worker.js"],
])("%s/%s loads no package that the bundles leave out", (folder, program) => {
  expect(packagesAtStart(folder, program)).toEqual([]);
});

test("a check of one form loads no package that the bundles leave out, and the validators as they were built", () => {
  const folder = "packages/catalog/dist/programs";
  const check = readdirSync(join(root, folder)).find((name) => /^check-\w+\.js$/.test(name)) ?? "";
  expect(packagesAtStart(folder, check)).toEqual(["../authoring/schema/validators.js"]);
});
