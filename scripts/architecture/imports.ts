import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** Source files by path from the repository's root, such as `packages/catalog/src/index.ts`. */
export type Sources = ReadonlyMap<string, string>;

export interface Import {
  readonly from: string;
  /** A file of the repository, or what is imported by name: `@withholding-forms/pdf/build`, `yaml`, `node:fs`. */
  readonly to: string;
  /** Erased by the compiler. */
  readonly typeOnly: boolean;
  /** Loaded only when it is needed: `import("...")`. */
  readonly lazy: boolean;
}

/** All TypeScript files below `packages/<name>/src` and `bench/src`. */
export function readSources(root: string): Sources {
  const packages = readdirSync(join(root, "packages")).map((name) => `packages/${name}/src`);
  const paths = [...packages, "bench/src"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => `${folder}/${path}`),
  );
  return new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

/**
 * The compiler of this repository has no API for JavaScript, and other parsers drop what is type-only. The formatter
 * starts every import and re-export at the start of a line and ends its names before `from`, which is enough.
 */
const statement = /^(import|export)(\s+type\b)?\s*(?:([^;"'`]*?)\bfrom\s*)?"([^"]+)";?$/gm;
const call = /\bimport\(\s*"([^"]+)"/g;

export function importsOf(sources: Sources): Import[] {
  return [...sources].flatMap(([from, text]) => {
    const to = (name: string): string => (name.startsWith(".") ? target(sources, from, name) : name);
    const stated = [...text.matchAll(statement)]
      .filter(([, keyword, , names]) => keyword === "import" || names !== undefined)
      .map(([, , type, names, name = ""]) => {
        const typeOnly = type !== undefined || isTypes(names);
        return { from, to: to(name), typeOnly, lazy: false };
      });
    const called = [...text.matchAll(call)].map(([, name = ""]) => ({
      ...{ from, to: to(name), typeOnly: false, lazy: true },
    }));
    return [...stated, ...called];
  });
}

/** `{ type A, type B }` */
function isTypes(names: string | undefined): boolean {
  const list = /^\{([\s\S]*)\}\s*$/.exec(names?.trim() ?? "")?.[1]?.split(",") ?? [];
  const named = list.map((name) => name.trim()).filter((name) => name !== "");
  return named.length > 0 && named.every((name) => name.startsWith("type "));
}

function target(sources: Sources, from: string, name: string): string {
  const path = normalize(join(dirname(from), name));
  const source = path.replace(/\.js$/, ".ts");
  return sources.has(source) ? source : path;
}
