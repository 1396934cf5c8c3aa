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

test("main.js loads no package that the bundles leave out", () => {
  expect(packagesAtStart("packages/service/dist/programs", "main.js")).toEqual([]);
});

test("no program of the service contains the authoring package", () => {
  const folder = join(root, "packages/service/dist/programs");
  const programs = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  expect(programs.filter((text) => text.includes("packages/authoring/"))).toEqual([]);
  expect(programs.some((text) => text.includes("packages/catalog/"))).toBe(true);
});

test("the catalog has no author's code", () => {
  const catalog = readdirSync(join(root, "packages/catalog/src"));
  expect(catalog.sort()).toEqual(["agency", "agency.ts", "index.ts", "model", "register", "runtime"]);
});
