import type { TableData } from "@withholding-forms/catalog/model/table";
import { Decimal } from "@withholding-forms/interview";
import type { FormParts } from "../../compile/form.js";
import { tablePath } from "../../resolve/figures.js";
import { originOf, usedOf } from "./figures.js";
import { type FileText, isTable, type PrintedNumber, runsOf } from "./file-text.js";
import { type Finding, finding } from "./finding.js";
import { numbersIn } from "./numbers.js";

export interface TableFindings {
  readonly findings: readonly Finding[];
  /** Numbers of the print that are in a row of a table of ours. */
  readonly rowNumbers: ReadonlySet<PrintedNumber>;
  /** Bounds, and results of tables with one column. */
  readonly values: ReadonlySet<string>;
}

/** A row with several results is printed as a row; of other tables, each number is printed somewhere. */
export function tableFindings(parts: FormParts, { numbers }: FileText): TableFindings {
  const rowNumbers = new Set<PrintedNumber>();
  const values = new Set<string>();
  const findings = usedOf(parts, "tables").flatMap(({ set, id }): Finding[] => {
    const table = set.tables.get(id);
    if (table === undefined) return [];
    const path = tablePath(id);
    const missing = originOf(parts, set, path) === undefined ? "UNSEEN" : "DIFFERS";
    const { rows, singles } = numbersOf(table);
    for (const one of [...singles, ...rows.map(({ first }) => first)]) values.add(one);
    const broken = rows.flatMap(({ first, results }): Finding[] => {
      const { runs, same } = likestRuns(numbers, results);
      if (same === results.length) {
        for (const one of runs.flat()) rowNumbers.add(one);
        return [];
      }
      const ours = `${id}, row of ${first}: ${results.join(" ")}`;
      const near = same > results.length / 2 ? (runs[0] ?? []) : [];
      const theirs = near.map(({ text }) => text).join(" ");
      return [finding(set.source, path, { about: "table", weight: missing, ours, theirs }, near[0]?.spot)];
    });
    const lost = [...singles].filter((one) => !numbers.some(({ value }) => value === one));
    const [whole, away] = [rows.length + singles.size, broken.length + lost.length];
    const ours = `${id}: ${whole} rows and values${lost.length === 0 ? "" : `, not printed: ${lost.slice(0, 20).join(" ")}`}`;
    const weight = away === 0 ? "AGREES" : missing;
    return [
      ...broken,
      finding(set.source, path, { about: "table", weight, ours, theirs: `${whole - away} found` }),
    ];
  });
  return { findings, rowNumbers, values };
}

interface TableNumbers {
  readonly rows: { readonly first: string; readonly results: readonly string[] }[];
  readonly singles: Set<string>;
}

function numbersOf(
  table: TableData | unknown,
  found: TableNumbers = { rows: [], singles: new Set() },
): TableNumbers {
  if (typeof table === "number") found.singles.add(new Decimal(table).toFixed());
  if (typeof table !== "object" || table === null) return found;
  if (Array.isArray(table) && table.length > 3 && table.every((one) => typeof one === "number")) {
    const [first = "", ...results] = table.map((one) => new Decimal(one).toFixed());
    found.rows.push({ first, results });
  } else {
    const { columns, ...rest } = table as { readonly columns?: readonly number[] };
    for (const one of columns ?? []) numbersOf(one, found);
    for (const inner of Object.values(rest)) numbersOf(inner, found);
  }
  return found;
}

/** The numbers in a row of which most are those of a row of ours. Two rows of a table may be the same. */
function likestRuns(
  numbers: readonly PrintedNumber[],
  results: readonly string[],
): { readonly runs: PrintedNumber[][]; readonly same: number } {
  const counts = numbers.map(
    (_, at) => results.filter((value, step) => numbers[at + step]?.value === value).length,
  );
  const same = Math.max(0, ...counts);
  const runs = counts.flatMap((count, at) =>
    count === same ? [numbers.slice(at, at + results.length)] : [],
  );
  return { runs, same };
}

/** Amounts of the print that neither the figures nor the words and formulas of the form have. */
export function unknownAmounts(
  parts: FormParts,
  { numbers }: FileText,
  { rowNumbers, values }: TableFindings,
): ReadonlySet<PrintedNumber> {
  const known = knownNumbers(parts);
  const isKnown = ({ value, isPercent }: PrintedNumber): boolean => {
    const plain = new Decimal(value);
    if (isPercent) return known.has(`${value}%`) || known.has(plain.div(100).toFixed());
    // The upper end of a band is the lower end of the next one, less a dollar or a cent.
    const ends = [plain, plain.plus(1), plain.plus("0.01")].map((end) => end.toFixed());
    const isRate = known.has(`${plain.times(100).toFixed()}%`);
    return value === "0" || known.has(value) || isRate || ends.some((end) => values.has(end));
  };
  return new Set(numbers.filter((one) => one.isAmount && !rowNumbers.has(one) && !isKnown(one)));
}

/** Numbers of the figures, and of everything that the form says and calculates. */
function knownNumbers(parts: FormParts): ReadonlySet<string> {
  const { form, sets, layout, context } = parts;
  const known = new Set<string>();
  for (const { set, id } of usedOf(parts, "figures")) {
    const { kind, value = "" } = set.figures.get(id) ?? {};
    if (kind !== "date" && value !== "")
      known.add(`${new Decimal(value).toFixed()}${kind === "percent" ? "%" : ""}`);
  }
  const visit = (value: unknown): void => {
    if (typeof value === "string")
      for (const one of numbersIn(value, form.language)) known.add(`${one.value}${one.isPercent ? "%" : ""}`);
    else if (typeof value === "object" && value !== null)
      // Long tables have most amounts, and are compared row by row.
      for (const [key, inner] of Object.entries(value))
        if (key !== "tables" && key !== "calculation") visit(inner);
  };
  const isLong = (block: FormParts["layout"]["blocks"][number]): boolean =>
    block.kind === "table" && isTable(block.rows.flat());
  visit([layout.blocks.filter((block) => !isLong(block)), sets[form.language], context.form.questions.data]);
  visit([form.parameters, form.printed, form.validity]);
  return known;
}

/** Each amount once per page. A table that the content does not have is one finding. */
export function amountFindings({ context }: FormParts, amounts: readonly PrintedNumber[]): Finding[] {
  const { form } = context.form;
  const runs = runsOf(amounts);
  const single = runs.filter((all) => !isTable(all)).flat();
  return [
    ...runs.filter(isTable).map((all) => {
      const theirs = `${all.length} amounts, from ${all[0]?.text} to ${all.at(-1)?.text}`;
      return finding(form, ["figures"], { about: "table", weight: "UNSEEN", theirs }, all[0]?.spot);
    }),
    ...[...new Map(single.map((one) => [`${one.spot.page} ${one.text}`, one])).values()].map(
      ({ text, spot }) =>
        finding(form, ["figures"], { about: "amount", weight: "DIFFERS", theirs: text }, spot),
    ),
  ];
}
