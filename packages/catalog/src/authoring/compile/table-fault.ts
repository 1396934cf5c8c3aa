import type { TableData } from "../../model/table.js";

/** What is wrong with a table, in words; undefined when it is sound. */
export function tableFault(raw: TableData): string | undefined {
  if ("words" in raw)
    return Object.values(raw.words)
      .map(tableFault)
      .find((fault) => fault !== undefined);
  const { columns, rows } = raw;
  const width = columns === undefined ? 2 : columns.length + 1;
  const crooked = rows.findIndex((row) => row.length !== width);
  if (crooked >= 0)
    return `row ${crooked + 1} has ${rows[crooked]?.length} numbers, not ${width}: write the lower bound, then one value per column`;
  if (columns !== undefined && !rises(columns))
    return "the columns do not rise: write the lower bounds in ascending order";
  return rises(rows.map((row) => row[0] ?? 0))
    ? undefined
    : "the rows do not rise: write the lower bounds in ascending order";
}

function rises(numbers: readonly number[]): boolean {
  return numbers.every((value, index) => index === 0 || value > (numbers[index - 1] ?? 0));
}
