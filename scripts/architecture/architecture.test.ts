import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { folderArrows, forbidden, isTest, packageArrows } from "./arrows.js";
import { cyclesOf } from "./cycles.js";
import { type Import, importsOf, readSources, type Sources } from "./imports.js";

const sources = readSources(fileURLToPath(new URL("../..", import.meta.url)));
const imports = importsOf(sources);

describe("the sources of this repository", () => {
  test("follow the arrows between packages and folders", () => {
    expect(forbidden(imports)).toEqual([]);
  });

  test("have arrows between packages and between folders that form no circle", () => {
    const arrow = (from: string, to: string): Import => ({ from, to, typeOnly: false, lazy: false });
    const packages = Object.entries(packageArrows).flatMap(([from, targets]) =>
      targets.map((to) => arrow(from, to.split("/")[0]!)),
    );
    const folders = Object.entries(folderArrows).flatMap(([name, entries]) =>
      Object.entries(entries).flatMap(([from, targets]) =>
        targets.map((to) => arrow(`${name}/${from}`, `${name}/${to}`)),
      ),
    );
    expect([packages.length > 0, folders.length > 0]).toEqual([true, true]);
    expect(cyclesOf(packages)).toEqual([]);
    expect(cyclesOf(folders)).toEqual([]);
  });

  test("import each other in no cycle", () => {
    expect(cyclesOf(imports)).toEqual([]);
  });

  test("are all in a package and in a folder that have arrows", () => {
    const lost = [...sources.keys()].filter((path) => {
      const [, name, folder] = /^(?:packages\/)?([^/]+)\/src\/([^/]+)/.exec(path)!;
      const folders = folderArrows[name!];
      return (
        packageArrows[name!] === undefined ||
        (folders !== undefined && !isTest(path) && !(folder! in folders))
      );
    });
    expect(lost).toEqual([]);
  });

  test("have no function that only sometimes returns a promise", () => {
    const looking = [...sources].filter(([, text]) => text.includes("instanceof Promise"));
    expect(looking.map(([path]) => path)).toEqual([]);
  });

  test("load no compiler, no YAML and no PDF parser with the catalog of a running service", () => {
    const loaded = reached("packages/catalog/src/index.ts");
    expect(loaded).toContain("packages/catalog/src/runtime/complete/complete.ts");
    expect(
      loaded.filter((name) =>
        /\/authoring|^(?:yaml|ajv|typebox|commander)$|\/pdf\/(?:build|drawing)$/.test(name),
      ),
    ).toEqual([]);
  });

  test("load the authoring package with no program of the service, except for commands on the content's sources", () => {
    const loading = imports.filter(
      ({ from, to, typeOnly }) =>
        from.startsWith("packages/service/") &&
        !isTest(from) &&
        to === "@withholding-forms/authoring" &&
        !typeOnly,
    );
    expect(loading.map(({ from, lazy }) => [from, lazy])).toEqual([
      ["packages/service/src/cli/load-authoring.ts", true],
    ]);
  });

  test("load no TypeBox with the types, words and codes of the contract", () => {
    const loaded = reached("packages/contract/src/index.ts");
    expect(loaded).toContain("packages/contract/src/problem-codes.ts");
    expect(loaded.filter((name) => name.includes("typebox") || name.includes("/schemas"))).toEqual([]);
  });
});

/** Everything that is loaded together with a file. */
function reached(start: string): string[] {
  const found = new Set([start]);
  for (const file of found)
    for (const { from, to, typeOnly, lazy } of imports)
      if (from === file && !typeOnly && !lazy) found.add(to);
  return [...found];
}

const fixture = (files: Record<string, string>): Import[] =>
  importsOf(new Map(Object.entries(files)) as Sources);

describe("the rules", () => {
  test("see every kind of import", () => {
    const found = fixture({
      "packages/pdf/src/a.ts": [
        'import "./b.js";',
        'import { x } from "./b.js";',
        'import type { X } from "./b.js";',
        "import {",
        "  type X,",
        "  type Y,",
        '} from "./b.js";',
        'import { type X, y } from "./b.js";',
        'export * from "./b.js";',
        'export type { X } from "./b.js";',
        'const later = await import("./b.js");',
        'export const from = "./b.js";',
      ].join("\n"),
      "packages/pdf/src/b.ts": "",
    });
    expect(found.every(({ to }) => to === "packages/pdf/src/b.ts")).toBe(true);
    expect(found.map(({ typeOnly, lazy }) => (typeOnly ? "type" : lazy ? "lazy" : "value"))).toEqual([
      ...["value", "value", "type", "type", "value", "value", "type", "lazy"],
    ]);
  });

  test("do not let the runtime import the compiler, even for a type", () => {
    const found = fixture({
      "packages/catalog/src/runtime/load.ts":
        'import type { CompiledContent } from "@withholding-forms/authoring";',
    });
    expect(forbidden(found)).toEqual([
      "packages/catalog/src/runtime/load.ts -> @withholding-forms/authoring",
    ]);
  });

  test("reject a package that no arrow leads to, and an import past its entry point", () => {
    const found = fixture({
      "packages/pdf/src/a.ts": 'import { loadCatalog } from "@withholding-forms/catalog";',
      "packages/wizard/src/a.ts": 'const client = await import("../../client/src/client.js");',
      "packages/client/src/client.ts": 'import { walk } from "@withholding-forms/interview";',
    });
    expect(forbidden(found)).toEqual([
      "packages/pdf/src/a.ts -> @withholding-forms/catalog",
      "packages/wizard/src/a.ts -> packages/client/src/client.ts",
    ]);
  });

  test("let only tests import a test's helper", () => {
    const helper = 'import { help } from "./test/help.js";';
    const found = fixture({
      "packages/pdf/src/a.ts": helper,
      "packages/pdf/src/a.test.ts": helper,
      "packages/pdf/src/test/help.ts": "",
    });
    expect(forbidden(found)).toEqual(["packages/pdf/src/a.ts -> packages/pdf/src/test/help.ts"]);
  });

  test("find a cycle of types and lazy imports, and only that", () => {
    const found = fixture({
      "packages/pdf/src/a.ts": 'import type { B } from "./b.js";',
      "packages/pdf/src/b.ts": 'export { type C } from "./c.js";',
      "packages/pdf/src/c.ts": 'const a = await import("./a.js");',
      "packages/pdf/src/d.ts": 'import { a } from "./a.js";',
    });
    expect(cyclesOf(found)).toEqual([
      ["packages/pdf/src/a.ts", "packages/pdf/src/b.ts", "packages/pdf/src/c.ts"],
    ]);
  });
});
