import type { PublishedTable } from "@withholding-forms/contract";
import { Decimal, type Table, tableType } from "@withholding-forms/interview";

/** Tables as a grid: a column per value or band of the last key, a row for those of the others. */
export function publishTables(
  tables: ReadonlyMap<string, Table>,
  names: ReadonlySet<string>,
): Record<string, PublishedTable> {
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const table = tables.get(name);
      return table === undefined ? [] : [[name, publishedOnce(table)]];
    }),
  );
}

const published = new Map<Table, PublishedTable>();

/** Sets and versions of a form share their tables. */
function publishedOnce(table: Table): PublishedTable {
  const known = published.get(table) ?? publishTable(table);
  published.set(table, known);
  return known;
}

export function publishTable(table: Table): PublishedTable {
  const rows = rowsOf(table);
  const columns = columnsOf(rows.map(({ last }) => last));
  return {
    keys: keyTypes(table),
    result: tableType(table),
    columns: columns.map(text),
    rows: rows.map(({ keys, last }) => ({ keys, values: columns.map((column) => text(cell(last, column))) })),
  };
}

type Found = Decimal | string;
type Keyed = Exclude<Table, Found>;

interface Row {
  readonly keys: readonly string[];
  /** The level of the last key. */
  readonly last: Keyed;
}

function rowsOf(table: Table, keys: readonly string[] = []): Row[] {
  if (isFound(table)) return [];
  const inner = branches(table);
  if (inner.every(([, leads]) => isFound(leads))) return [{ keys, last: table }];
  return inner.flatMap(([key, leads]) => rowsOf(leads, [...keys, text(key)]));
}

function branches(table: Keyed): (readonly [Found, Table])[] {
  return "words" in table ? [...table.words] : table.bands.map(({ from, leads }) => [from, leads]);
}

function keyTypes(table: Table): ("text" | "number")[] {
  if (isFound(table)) return [];
  const [, first] = branches(table)[0] ?? [];
  return ["words" in table ? "text" : "number", ...(first === undefined ? [] : keyTypes(first))];
}

/** Rows may have different bands: a column for each bound that one of them has. */
function columnsOf(levels: readonly Keyed[]): Found[] {
  const all = new Map(levels.flatMap(branches).map(([key]) => [text(key), key]));
  const columns = [...all.values()];
  const [first] = columns;
  return first instanceof Decimal ? columns.sort((a, b) => new Decimal(a).cmp(b)) : columns;
}

function cell(level: Keyed, column: Found): Found {
  const inner = branches(level);
  const [[, first] = ["", ""]] = inner;
  const match =
    column instanceof Decimal
      ? (inner.findLast(([bound]) => column.gte(bound))?.[1] ?? first)
      : inner.find(([word]) => word === column)?.[1];
  if (match === undefined) return tableType(level) === "text" ? "" : new Decimal(0);
  if (!isFound(match)) throw new Error("A table is deeper in places.");
  return match;
}

function isFound(table: Table): table is Found {
  return typeof table === "string" || table instanceof Decimal;
}

function text(found: Found): string {
  return typeof found === "string" ? found : found.toFixed();
}
