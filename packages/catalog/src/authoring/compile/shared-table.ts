import type { Table } from "@withholding-forms/interview";
import { type TableData, tableOf } from "../../model/table.js";

const tables = new Map<string, Table>();
const numbers = new Map<Table, number>();

/** One table for all forms that have the same: what follows from a wage table takes long to compute. */
export function sharedTable(raw: TableData): Table {
  const key = JSON.stringify(raw);
  const table = tables.get(key) ?? tableOf(raw);
  tables.set(key, table);
  return table;
}

/** The same number for the same table. */
export function tableNumber(table: Table): number {
  const number = numbers.get(table) ?? numbers.size;
  numbers.set(table, number);
  return number;
}
