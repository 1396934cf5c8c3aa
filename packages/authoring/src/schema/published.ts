import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Kind, schemas } from "./schemas.js";

/** The JSON Schema of a kind of file, by which editors complete and check it. */
export function publishedSchema(kind: Kind): object {
  return { $schema: "http://json-schema.org/draft-07/schema#", ...schemas[kind] };
}

/** Writes `content/schemas/*.schema.json`; returns the names of the files. */
export function writeSchemas(root: string): string[] {
  return (Object.keys(schemas) as Kind[]).map((kind) => {
    const name = `schemas/${kind}.schema.json`;
    writeFileSync(join(root, name), `${JSON.stringify(publishedSchema(kind), undefined, 2)}\n`);
    return name;
  });
}
