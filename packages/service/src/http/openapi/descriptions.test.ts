import { descriptionOf } from "@withholding-forms/testing/service/conforms";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

// A developer who has only the API description must not have to guess what a property means.

interface Part {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Part>>;
  readonly items?: Part;
  readonly allOf?: readonly Part[];
}

/** Members without a description. A reference is described where it leads to. */
function undescribed(part: Part, at: string): string[] {
  const inner = Object.entries(part.properties ?? {}).flatMap(([name, member]) => [
    ...(isDescribed(member) ? [] : [`${at}.${name}`]),
    ...undescribed(member, `${at}.${name}`),
  ]);
  return part.items === undefined ? inner : [...inner, ...undescribed(part.items, `${at}[]`)];
}

function isDescribed({ $ref, description, allOf = [] }: Part): boolean {
  return $ref !== undefined || allOf.some(isDescribed) || (description !== undefined && description !== "");
}

test("every schema and every property in the API description has a description", async () => {
  const { app } = await startTestServer();
  const { components } = descriptionOf(app) as unknown as {
    readonly components: { readonly schemas: Readonly<Record<string, Part>> };
  };
  const schemas = Object.entries(components.schemas);
  expect(schemas.length).toBeGreaterThan(40);
  expect(schemas.filter(([, schema]) => !isDescribed(schema)).map(([name]) => name)).toEqual([]);
  expect(schemas.flatMap(([name, schema]) => undescribed(schema, name))).toEqual([]);
});

test("a member without a description is found, however deep it is", () => {
  const schema = {
    description: "Something",
    properties: {
      known: { description: "Known" },
      list: { description: "A list", items: { properties: { inner: {} } } },
      other: { $ref: "#/components/schemas/Other" },
      open: {},
    },
  };
  expect(undescribed(schema, "Thing")).toEqual(["Thing.list[].inner", "Thing.open"]);
});
