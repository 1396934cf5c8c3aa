import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";

export const root = fileURLToPath(new URL("../../../../../", import.meta.url));

export const read = (path: string): string => readFileSync(`${root}${path}`, "utf8");

/** The one document of a YAML file; invalid YAML is an error, not a guess. */
export function readYaml(path: string): Plain {
  const [document, ...others] = parseAllDocuments(read(path), {
    merge: true,
    strict: true,
    uniqueKeys: true,
  });
  if (document === undefined || others.length > 0) throw new Error(`${path} must have one document`);
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) throw problem;
  return document.toJS() as Plain;
}

/** Data from YAML or JSON. */
export type Plain = string | number | boolean | null | readonly Plain[] | PlainObject;
export interface PlainObject {
  readonly [name: string]: Plain;
}

/** The value at a path such as `spec.template.spec.containers.0.image`. */
export function at(value: Plain | undefined, path: string): Plain | undefined {
  return path.split(".").reduce<Plain | undefined>((found, name) => {
    if (Array.isArray(found)) return found[Number(name)];
    return typeof found === "object" && found !== null ? (found as PlainObject)[name] : undefined;
  }, value);
}

export const yamlFiles = (folder: string): string[] =>
  readdirSync(`${root}${folder}`)
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => `${folder}/${name}`);
