import { Type } from "typebox";
import type { TableData } from "../../model/table.js";
import { closed, mapOf, oneOf } from "./parts.js";

/** A table within another one; a schema that uses it has `definitions`. */
export const table = Type.Unsafe<TableData>({ $ref: "#/definitions/table" });

const numbers = { minItems: 1 };

export const bands = {
  columns: Type.Optional(Type.Array(Type.Number(), numbers)),
  rows: Type.Array(Type.Array(Type.Number(), numbers), { minItems: 1 }),
};
export const byWord = { words: mapOf(table, { minProperties: 1 }) };

export const definitions = { table: oneOf(closed(bands), closed(byWord)) };
