import type { TableData, TableValue } from "@withholding-forms/catalog/model/table";

/** What is wrong with a table; undefined if it is valid. */
export function tableFault(raw: TableData): string | undefined {
  const fault = shapeFault(raw);
  if (fault !== undefined) return fault;
  const kinds = new Set(valuesOf(raw).map((value) => typeof value));
  return kinds.size > 1
    ? "gives numbers in some places and words in others: write one or the other"
    : undefined;
}

function shapeFault(raw: TableData | TableValue): string | undefined {
  if (typeof raw !== "object") return undefined;
  if ("words" in raw)
    return Object.values(raw.words)
      .map(shapeFault)
      .find((fault) => fault !== undefined);
  const { columns, rows } = raw;
  const width = columns === undefined ? 2 : columns.length + 1;
  const crooked = rows.findIndex((row) => row.length !== width);
  if (crooked >= 0)
    return `row ${crooked + 1} has ${rows[crooked]?.length} numbers, not ${width}: write the lower bound, then one value per column`;
  const worded = rows.findIndex(([bound]) => typeof bound !== "number");
  if (worded >= 0) return `row ${worded + 1} starts with a word: write its lower bound first`;
  if (columns !== undefined && !rises(columns))
    return "the columns do not rise: write the lower bounds in ascending order";
  return rises(rows.map((row) => Number(row[0])))
    ? undefined
    : "the lower bounds do not increase: write them in ascending order";
}

/** Everything that a lookup could find. */
export function valuesOf(raw: TableData | TableValue): TableValue[] {
  if (typeof raw !== "object") return [raw];
  if ("words" in raw) return Object.values(raw.words).flatMap(valuesOf);
  return raw.rows.flatMap(([, ...values]) => values);
}

function rises(numbers: readonly number[]): boolean {
  return numbers.every((value, index) => index === 0 || value > (numbers[index - 1] ?? 0));
}
