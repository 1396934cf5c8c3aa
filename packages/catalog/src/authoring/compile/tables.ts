import { Decimal, type Table } from "@withholding-forms/interview";

/** `tables` of questions.yaml: bands by lower bound, with or without columns, or a map of exact words. */
export type RawTable =
  | { readonly columns?: readonly number[]; readonly rows: readonly (readonly number[])[] }
  | { readonly words: Readonly<Record<string, RawTable>> };

export function compileTable(raw: RawTable): Table {
  if ("words" in raw) {
    return { words: new Map(Object.entries(raw.words).map(([word, inner]) => [word, compileTable(inner)])) };
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

/** What is wrong with a table, in words; undefined when it is sound. */
export function tableFault(raw: RawTable): string | undefined {
  if ("words" in raw)
    return Object.values(raw.words)
      .map(tableFault)
      .find((fault) => fault !== undefined);
  const { columns, rows } = raw;
  const width = columns === undefined ? 2 : columns.length + 1;
  const crooked = rows.findIndex((row) => row.length !== width);
  if (crooked >= 0) return `row ${crooked + 1} has ${rows[crooked]?.length} numbers, not ${width}`;
  if (columns !== undefined && !rises(columns)) return "the columns do not rise";
  return rises(rows.map((row) => row[0] ?? 0)) ? undefined : "the rows do not rise";
}

function rises(numbers: readonly number[]): boolean {
  return numbers.every((value, index) => index === 0 || value > (numbers[index - 1] ?? 0));
}
