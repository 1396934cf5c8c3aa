import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { isMap, isScalar, isSeq, LineCounter, type ParsedNode, parseDocument } from "yaml";
import type { Report } from "./problem.js";

export type Path = readonly (string | number)[];

/** A YAML file as plain data, with the line of every key. A merged file knows the files it came from. */
export interface Source<T = Record<string, unknown>> {
  readonly file: string;
  readonly data: T;
  /** Parts of it come from modules, so that `at` may name another file. */
  readonly moduleParts?: ReadonlySet<string>;
  /** File and line of the deepest part of the path that exists. */
  at(path: Path): { readonly file: string; readonly line: number };
}

/** Undefined, and reported, where the file is missing or is no YAML. */
export function readSource(root: string, file: string, report: Report): Source | undefined {
  const name = relative(root, file);
  if (!existsSync(file)) {
    report({ file: name, line: 1, rule: "schema", message: "the file is missing: write it" });
    return undefined;
  }
  const lines = new LineCounter();
  // String keys: `0.5:` and `true:` are option values, which are words.
  const document = parseDocument(readFileSync(file, "utf8"), {
    lineCounter: lines,
    stringKeys: true,
    prettyErrors: false,
  });
  for (const error of document.errors) {
    report({
      file: name,
      line: lines.linePos(error.pos[0]).line,
      rule: "yaml",
      message: /^BLOCK_/.test(error.code)
        ? "a value has a colon and a space in it: quote the value"
        : `${error.message}: correct the YAML here`,
    });
  }
  if (document.errors.length > 0) return undefined;
  const data: unknown = document.toJS();
  return {
    file: name,
    data: isRecord(data) ? data : Array.isArray(data) ? { list: data } : {},
    at: (path) => ({
      file: name,
      // Only problems need it.
      get line() {
        return lineOf(document.contents, Array.isArray(data) ? path.slice(1) : path, lines);
      },
    }),
  };
}

/** One file over another, as `merge` does it. */
export function mergeSources(base: Source, over: Source): Source {
  return {
    file: over.file,
    data: merge(base.data, over.data),
    at: (path) => (depth(over.data, path) >= depth(base.data, path) ? over.at(path) : base.at(path)),
  };
}

/** How many steps of a path exist in the data. */
export function depth(data: unknown, path: Path): number {
  let at = data;
  let found = 0;
  for (const key of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) break;
    at = (at as Record<string | number, unknown>)[key];
    found++;
  }
  return found;
}

/** Maps merge key by key (`null` deletes), everything else is replaced. */
export function merge(base: Record<string, unknown>, over: Record<string, unknown>): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const under = merged[key];
    if (value === null) delete merged[key];
    else merged[key] = isRecord(value) ? merge(isRecord(under) ? under : {}, value) : value;
  }
  return merged;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function lineOf(contents: ParsedNode | null, path: Path, lines: LineCounter): number {
  let node: unknown = contents;
  let offset = contents?.range?.[0] ?? 0;
  for (const key of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key));
      if (pair === undefined) break;
      if (isScalar(pair.key)) offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(key)];
      if (item === undefined) break;
      node = item;
      if (isScalar(item) || isMap(item) || isSeq(item)) offset = item.range?.[0] ?? offset;
    } else break;
  }
  return lines.linePos(offset).line;
}
