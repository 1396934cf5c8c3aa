import { Decimal, type Table } from "@withholding-forms/interview";

/** `tables` of questions.yaml: bands by lower bound, with or without columns, or a map of exact words. */
export type TableData =
  | { readonly columns?: readonly number[]; readonly rows: readonly (readonly number[])[] }
  | { readonly words: Readonly<Record<string, TableData>> };

export function tableOf(raw: TableData): Table {
  if ("words" in raw) {
    return { words: new Map(Object.entries(raw.words).map(([word, inner]) => [word, tableOf(inner)])) };
  }
  const { columns, rows } = raw;
  return {
    bands: rows.map(([from = 0, ...values]) => ({
      from: new Decimal(from),
      leads:
        columns === undefined
          ? new Decimal(values[0] ?? 0)
          : {
              bands: columns.map((column, index) => ({
                from: new Decimal(column),
                leads: new Decimal(values[index] ?? 0),
              })),
            },
    })),
  };
}
