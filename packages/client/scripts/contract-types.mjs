// The published shapes with their types written out. The sources derive them from the schemas of the contract; a packed
// client must not need those, nor TypeBox.
import { languages } from "@withholding-forms/contract";
import * as contract from "@withholding-forms/contract/schemas";
import openapiTS, { astToString } from "openapi-typescript";

/** The text of a .d.ts file that exports one type for each named schema of the contract. */
export async function contractTypes() {
  const names = new Map(Object.entries(contract).flatMap(([name, { $id }]) => ($id ? [[$id, name]] : [])));
  const nameOf = (id) => names.get(id) ?? id;
  const schemas = { Language: { type: "string", enum: [...languages] } };
  for (const [id, schema] of contract.named(Object.values(contract))) {
    const { $id, ...shape } = contract.published(schema);
    schemas[nameOf(id)] = JSON.parse(JSON.stringify(shape), (key, value) =>
      key === "$ref" ? `#/components/schemas/${nameOf(value.slice(0, -1))}` : value,
    );
  }
  const document = {
    openapi: "3.1.0",
    info: { title: "Withholding Forms", version: "1" },
    paths: {},
    components: { schemas },
  };
  const ast = await openapiTS(document, {
    immutable: true,
    silent: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    rootTypesKeepCasing: true,
  });
  return astToString(ast);
}
