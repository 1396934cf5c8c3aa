import type { TableData, TableValue } from "@withholding-forms/catalog/model/table";
import { Type } from "@withholding-forms/contract/typebox";
import { closed, mapOf, oneOf, words } from "./parts.js";

/** A schema that uses a table has `definitions`. */
export const table = Type.Unsafe<TableData>({ $ref: "#/definitions/table" });

const numbers = { minItems: 1 };
const value = oneOf(Type.Number(), words);

export const bands = {
  columns: Type.Optional(Type.Array(Type.Number(), numbers)),
  /** The lower bound of the row, then a value per column. */
  rows: Type.Array(Type.Array(value, numbers), { minItems: 1 }),
};
export const byWord = {
  words: mapOf(Type.Unsafe<TableData | TableValue>({ $ref: "#/definitions/entry" }), { minProperties: 1 }),
};

export const definitions = {
  table: oneOf(closed(bands), closed(byWord)),
  entry: oneOf(table, Type.Number(), words),
};
