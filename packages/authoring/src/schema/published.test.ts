import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { contentRoot } from "../read/paths.js";
import { publishedSchema } from "./published.js";
import { type Kind, schemas } from "./schemas.js";

const kinds = Object.keys(schemas) as Kind[];

it.each(kinds)("content/schemas/%s.schema.json is what `npm run content:schemas` writes", (kind) => {
  const published: unknown = JSON.parse(
    readFileSync(join(contentRoot, "schemas", `${kind}.schema.json`), "utf8"),
  );
  expect(published).toEqual(JSON.parse(JSON.stringify(publishedSchema(kind))));
});

it("there is a schema for every kind of file, and no other", () => {
  const names = readdirSync(join(contentRoot, "schemas")).sort();
  expect(names).toEqual(kinds.map((kind) => `${kind}.schema.json`).sort());
});
