import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { programFolder } from "./up-to-date.mjs";

const root = new URL("../../", import.meta.url).pathname;

/** What is loaded before the first line of a program runs, without Node's own modules and the bundles themselves. */
function packagesAtStart(program: string): readonly string[] {
  const files = new Set([program]);
  const packages = new Set<string>();
  for (const file of files)
    for (const [, name = ""] of readFileSync(join(root, programFolder, file), "utf8").matchAll(
      /^(?:import |(?:import|export|\})[^"\n]* from )"([^"]+)";$/gm,
    ))
      if (name.startsWith("./")) files.add(name.slice(2));
      else if (!name.startsWith("node:")) packages.add(name);
  expect(files.size).toBeGreaterThan(1);
  return [...packages];
}

test.each(["main.js", "process-worker.js"])("%s loads no package that the bundles leave out", (program) => {
  expect(packagesAtStart(program)).toEqual([]);
});
