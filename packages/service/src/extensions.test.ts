import { readFileSync } from "node:fs";
import * as contract from "@withholding-forms/contract/schemas";
import { expect, test } from "vitest";
import { specified } from "./test/specified.js";

const page = readFileSync(new URL("../../../docs/extensions.md", import.meta.url), "utf8");

/** Members of an object, and those of `required`, which has no name. */
function membersOf(schema: object): string[] {
  const parts = ["anyOf", "oneOf", "allOf"].flatMap(
    (name) => ((schema as Record<string, unknown>)[name] as object[] | undefined) ?? [],
  );
  const { properties = {} } = schema as { readonly properties?: Record<string, object> };
  return [
    ...Object.entries(properties).flatMap(([name, part]) =>
      "$id" in part
        ? [name]
        : [name, ...("properties" in part ? membersOf(part).map((inner) => `${name}.${inner}`) : [])],
    ),
    ...parts.flatMap(membersOf),
  ];
}

test("docs/extensions.md lists every member of the specification's objects that is ours, and no other", () => {
  const schemas = contract.named(Object.values(contract));
  const ours = Object.entries(specified).flatMap(([name, members]) => {
    const schema = schemas.get(name);
    if (schema === undefined) throw new Error(`There is no ${name}.`);
    const known = membersOf(schema);
    expect([name, members.filter((member) => !known.includes(member))]).toEqual([name, []]);
    return known.filter((member) => !members.includes(member)).map((member) => `${name}.${member}`);
  });
  const documented = [...page.matchAll(/^\| `(\w+)` \| `([\w.]+)` \|/gm)].map(
    ([, name, member]) => `${name}.${member}`,
  );
  expect([...documented].sort()).toEqual([...new Set(ours)].sort());
});
