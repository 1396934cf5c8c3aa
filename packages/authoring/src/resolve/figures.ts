import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { TableData, TableValue } from "@withholding-forms/catalog/model/table";
import {
  amountText,
  Decimal,
  dateText,
  type Language,
  numberText,
  percentText,
} from "@withholding-forms/interview";
import type { Report } from "../read/problem.js";
import { type Path, readSource, type Source } from "../read/source.js";
import type { Shape } from "../schema/schemas.js";
import { validateSource } from "../schema/validate.js";

/** An amount, rate, number or day that changes from year to year, named once. */
export interface Figure {
  readonly kind: "amount" | "percent" | "count" | "date";
  /** A plain decimal number or an ISO date. */
  readonly value: string;
}

/** One file of figures: `us/FEDERAL/2026` is content/us/FEDERAL/figures/2026.yaml. */
export interface FigureSet {
  readonly name: string;
  readonly source: Source;
  readonly figures: ReadonlyMap<string, Figure>;
  /** A column of a list is a table, too: `districts.rate`. */
  readonly tables: ReadonlyMap<string, TableData>;
  readonly lists: ReadonlyMap<string, List>;
}

/** Things that a choice can offer, one per row. The first column is the code. */
export interface List {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly TableValue[])[];
}

/** What a form version may call `figure.x`, and the year it is for. */
export interface FormFigures {
  readonly year: number | undefined;
  /** In the order of form.yaml: a later set wins. */
  readonly sets: readonly FigureSet[];
}

export const figuresFolder = "figures";

/** Every figures file of a jurisdiction, by name. What does not fit its schema is reported and left out. */
export function readFigures(root: string, folder: string, report: Report): FigureSet[] {
  const path = join(root, folder, figuresFolder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((file) => file.endsWith(".yaml"))
    .sort()
    .flatMap((file) => {
      const source = readSource(root, join(path, file), report);
      if (source === undefined || !validateSource("figures", source, report)) return [];
      return [figureSet(`${folder}/${file.slice(0, -".yaml".length)}`, source)];
    });
}

function figureSet(name: string, source: Source<Shape<"figures">>): FigureSet {
  const figures = Object.entries(source.data.figures ?? {}).map(([id, raw]): [string, Figure] => {
    if ("amount" in raw) return [id, { kind: "amount", value: String(raw.amount) }];
    if ("percent" in raw) return [id, { kind: "percent", value: String(raw.percent) }];
    if ("count" in raw) return [id, { kind: "count", value: String(raw.count) }];
    return [id, { kind: "date", value: raw.date }];
  });
  const tables = Object.entries(source.data.tables ?? {}).map(([id, raw]): [string, TableData] => {
    const { source: _, derived: __, note: ___, ...table } = raw;
    return [id, table];
  });
  const lists = Object.entries(source.data.lists ?? {});
  return {
    name,
    source,
    figures: new Map(figures),
    tables: new Map([...tables, ...lists.flatMap(([id, list]) => columnsOf(id, list))]),
    lists: new Map(lists),
  };
}

function columnsOf(id: string, { columns, rows }: List): [string, TableData][] {
  return columns.slice(1).map((column, index): [string, TableData] => [
    `${id}.${column}`,
    {
      words: Object.fromEntries(rows.map(([code = "", ...values]) => [String(code), values[index] ?? ""])),
    },
  ]);
}

/** Where a table is written in its figures file: `districts.rate` is a column of a list. */
export function tablePath(table: string): Path {
  const [list, column] = table.split(".");
  return column === undefined ? ["tables", table] : ["lists", list ?? ""];
}

/** The set that gives a name its meaning. */
export function setOf(
  { sets }: FormFigures,
  id: string,
  what: "figures" | "tables" | "lists",
): FigureSet | undefined {
  return sets.findLast((set) => set[what].has(id));
}

export function figureOf(figures: FormFigures, id: string): Figure | undefined {
  return setOf(figures, id, "figures")?.figures.get(id);
}

/** As a formula writes it: a rate of 7.5 percent is 0.075. */
export function figureLiteral({ kind, value }: Figure): string {
  if (kind === "date") return `"${value}"`;
  return kind === "percent" ? new Decimal(value).div(100).toFixed() : value;
}

/** As a sentence writes it. */
export function figureText({ kind, value }: Figure, language: Language): string {
  if (kind === "date") return dateText(value, language);
  if (kind === "amount") return amountText(value, language);
  return kind === "percent" ? percentText(value, language) : numberText(value, language);
}

/** Without its sign: an amount is `2,200`, a rate of 7.5 percent is `0.075` as in a formula. */
function plainText(figure: Figure, language: Language): string {
  return figure.kind === "date" ? figureText(figure, language) : numberText(figureLiteral(figure), language);
}

const placeholder =
  /\{\{\s*(?:figure\.(?<figure>\w+)|number\(\s*figure\.(?<plain>\w+)\s*\)|year(?:\s*(?<sign>[-+])\s*(?<years>[0-9]{1,2}))?)\s*\}\}/g;

/** Inserts figures and years into a sentence. Other placeholders, such as answers in a perjury statement, stay. */
export function fillFigures(
  sentence: string,
  figures: FormFigures,
  language: Language,
  complain: (message: string) => void,
): string {
  if (!sentence.includes("{{")) return sentence;
  return sentence.replace(placeholder, (...match) => {
    const { figure, plain, sign, years } = match.at(-1) as Record<string, string | undefined>;
    const id = figure ?? plain;
    if (id === undefined) {
      if (figures.year === undefined) complain(noYear);
      const offset = Number(years ?? 0) * (sign === "-" ? -1 : 1);
      return String((figures.year ?? 0) + offset);
    }
    const found = figureOf(figures, id);
    if (found === undefined) {
      complain(unknownFigure(figures, id));
      return "";
    }
    return plain === undefined ? figureText(found, language) : plainText(found, language);
  });
}

const formulaToken = /"[^"]*"|\bfigure\.(\w+)|\bformYear\b/g;

/** A formula with every figure and `formYear` replaced by its value, so that none of them is left at run time. */
export function resolveFormula(
  formula: string,
  figures: FormFigures,
  complain: (message: string) => void,
): string {
  return formula.replace(formulaToken, (token, id: string | undefined) => {
    // A day of the form's year: "{{ year - 65 }}-12-31".
    if (token.startsWith('"')) return fillFigures(token, figures, "en", complain);
    if (id === undefined) {
      if (figures.year === undefined) complain(noYear);
      return String(figures.year ?? 0);
    }
    const found = figureOf(figures, id);
    if (found === undefined) complain(unknownFigure(figures, id));
    return found === undefined ? "0" : figureLiteral(found);
  });
}

const noYear = "the form has no year: add `year:` to form.yaml";

export function unknownFigure({ sets }: FormFigures, id: string): string {
  return sets.length === 0
    ? `the form has no figures, so no figure.${id}: name a set with \`figures:\` in form.yaml`
    : `there is no figure.${id} in ${sets.map(({ name }) => name).join(", ")}: add it there or correct the name`;
}

/** Ids of the figures that a sentence or formula mentions. */
export function figuresIn(text: string): string[] {
  return [...text.matchAll(/\bfigure\.(\w+)/g)].map(([, id = ""]) => id);
}
