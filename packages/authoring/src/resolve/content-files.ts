import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../read/problem.js";
import { readSource, type Source } from "../read/source.js";
import type { Kind, Shape } from "../schema/schemas.js";
import { validateSource } from "../schema/validate.js";

/** Undefined, and reported, if the file is missing or does not match its schema. */
export function readValid<K extends Kind>(
  root: string,
  kind: K,
  file: string,
  report: Report,
): Source<Shape<K>> | undefined {
  const source = readSource(root, join(root, file), report);
  return source !== undefined && validateSource(kind, source, report) ? source : undefined;
}

/** "broken", and reported, if the file is there but does not match its schema. */
export function readOptional<K extends Kind>(
  root: string,
  kind: K,
  file: string,
  report: Report,
): Source<Shape<K>> | undefined | "broken" {
  return existsSync(join(root, file)) ? (readValid(root, kind, file, report) ?? "broken") : undefined;
}

/** Names of the folders in a folder, sorted. */
export function folders(path: string): string[] {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** `us/AL` and so on. */
export function placeFolders(root: string): string[] {
  return ["us", "ca"].flatMap((country) => folders(join(root, country)).map((code) => `${country}/${code}`));
}
