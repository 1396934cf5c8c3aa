import { readFileSync, statSync } from "node:fs";
import type { RegisterColumns } from "../model/register.js";
import { CsvError, parseCsv } from "./parse-csv.js";
import { RegisterProblem } from "./problem.js";

/** One row of a register, by column. */
export type RegisterRow = Readonly<Record<string, string>>;

const maxBytes = 5_000_000;
const maxRows = 20_000;
const maxGroups = 999;

/** The rows of the operator's file. Checks every value at startup, so that no error appears while employees use it. */
export function readRegister(register: RegisterColumns, file: string): RegisterRow[] {
  const [cells = [], ...records] = readRecords(register.name, file);
  const header = cells.map((cell) => cell.trim());
  const twice = header.find((name, index) => name !== "" && header.indexOf(name) < index);
  if (twice !== undefined)
    throw fault(register.name, file, `row 1: the header has the column ${shown(twice)} twice`);
  const names = Object.keys(register.columns);
  const positions = names.map((name) => header.indexOf(name));
  const missing = names.filter((_, index) => positions[index] === -1);
  if (missing.length > 0) throw fault(register.name, file, `the header has no column ${missing.join(", ")}`);
  const patterns = new Map(
    Object.entries(register.columns).map(([name, { pattern }]) => [name, new RegExp(pattern, "u")]),
  );
  const rows = new Map<number, RegisterRow>();
  for (const [index, record] of records.entries()) {
    if (record.length === 1 && record[0] === "") continue;
    // Row 1 is the header.
    const row = index + 2;
    const values = Object.fromEntries(
      names.map((name, at) => [name, (record[positions[at] ?? 0] ?? "").trim()]),
    );
    const invalid = columnFault(patterns, row, values);
    if (invalid !== undefined) throw fault(register.name, file, invalid);
    rows.set(row, values);
  }
  if (rows.size === 0) throw fault(register.name, file, "it has no rows");
  if (rows.size > maxRows) throw fault(register.name, file, `it has more than ${maxRows} rows`);
  requireConsistent(register, file, rows);
  return [...rows.values()];
}

function readRecords(name: string, file: string): string[][] {
  try {
    const found = statSync(file);
    if (!found.isFile()) throw fault(name, file, "it is not a file");
    if (found.size > maxBytes) throw fault(name, file, `it is larger than ${maxBytes} bytes`);
    return parseCsv(new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file)));
  } catch (error) {
    if (error instanceof RegisterProblem) throw error;
    if (error instanceof CsvError) throw fault(name, file, error.message);
    if (error instanceof TypeError) throw fault(name, file, "it is not UTF-8 text");
    throw fault(
      name,
      file,
      `it cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown error"})`,
    );
  }
}

/** Undefined: every value is valid. */
function columnFault(
  patterns: ReadonlyMap<string, RegExp>,
  row: number,
  values: RegisterRow,
): string | undefined {
  for (const [column, pattern] of patterns) {
    const value = values[column] ?? "";
    if (!pattern.test(value)) return `row ${row}, column ${column}: ${shown(value)} is not valid`;
  }
  return undefined;
}

/** A key names one row per group, and has the same values in every group. */
function requireConsistent(
  register: RegisterColumns,
  file: string,
  rows: ReadonlyMap<number, RegisterRow>,
): void {
  const { name, key, group, columns } = register;
  const first = new Map<string, number>();
  const seen = new Set<string>();
  for (const [row, values] of rows) {
    const place = JSON.stringify([values[group], values[key]]);
    if (seen.has(place))
      throw fault(name, file, `row ${row}, column ${key}: ${shown(values[key])} is there twice`);
    seen.add(place);
    const earlier = first.get(values[key] ?? "");
    first.set(values[key] ?? "", earlier ?? row);
    const before = earlier === undefined ? values : rows.get(earlier);
    const other = Object.keys(columns).find(
      (column) => column !== group && values[column] !== before?.[column],
    );
    if (other !== undefined)
      throw fault(
        name,
        file,
        `row ${row}, column ${other}: ${shown(values[key])} has another value in row ${earlier}`,
      );
  }
  if (new Set([...rows.values()].map((values) => values[group])).size > maxGroups)
    throw fault(name, file, `column ${group} has more than ${maxGroups} different values`);
}

function shown(value = ""): string {
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}...` : value);
}

function fault(name: string, file: string, message: string): RegisterProblem {
  return new RegisterProblem(`The register ${name} (${file}) cannot be used: ${message}.`);
}
