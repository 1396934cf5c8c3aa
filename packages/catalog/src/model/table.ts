import { Decimal, type Table } from "@withholding-forms/interview";

/**
 * `tables` of questions.yaml: bands by lower bound, with or without columns, or a map of exact words. The first value
 * of a row is its bound; the results are numbers or words.
 */
export type TableData =
  | { readonly columns?: readonly number[]; readonly rows: readonly (readonly TableValue[])[] }
  | { readonly words: Readonly<Record<string, TableData | TableValue>> };

export type TableValue = number | string;

export function tableOf(raw: TableData | TableValue): Table {
  if (typeof raw === "number") return new Decimal(raw);
  if (typeof raw === "string") return raw;
  if ("words" in raw) {
    return { words: new Map(Object.entries(raw.words).map(([word, inner]) => [word, tableOf(inner)])) };
  }
  const { columns, rows } = raw;
  return {
    bands: rows.map(([from = 0, ...values]) => ({
      from: new Decimal(typeof from === "number" ? from : 0),
      leads:
        columns === undefined
          ? tableOf(values[0] ?? 0)
          : {
              bands: columns.map((column, index) => ({
                from: new Decimal(column),
                leads: tableOf(values[index] ?? 0),
              })),
            },
    })),
  };
}

/** The same table with other words; numbers, bounds and keys stay. */
export function mapWords<T extends TableData | TableValue>(raw: T, change: (word: string) => string): T {
  const changed = (value: TableData | TableValue): TableData | TableValue => {
    if (typeof value === "number") return value;
    if (typeof value === "string") return change(value);
    if ("words" in value)
      return {
        words: Object.fromEntries(Object.entries(value.words).map(([word, inner]) => [word, changed(inner)])),
      };
    const word = (one: TableValue): TableValue => (typeof one === "string" ? change(one) : one);
    return { ...value, rows: value.rows.map(([bound = 0, ...values]) => [bound, ...values.map(word)]) };
  };
  return changed(raw) as T;
}
