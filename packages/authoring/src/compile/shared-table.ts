import { type TableData, tableOf } from "@withholding-forms/catalog/model/table";
import type { Table } from "@withholding-forms/interview";

const tables = new Map<string, Table>();
const numbers = new Map<Table, number>();

/** One table for all forms that have the same: computing what follows from a wage table is slow. */
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
