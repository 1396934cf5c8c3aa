import type { Fault } from "../read/fault.js";
import { inFormula, type Rule } from "../read/problem.js";
import type { Source } from "../read/source.js";
import type { QuestionsSource } from "../schema/questions.js";
import type { Shape } from "../schema/schemas.js";
import { type FigureSet, type FormFigures, figuresIn, resolveFormula, setOf, tablePath } from "./figures.js";
import { type FormulaFile, formulasOf, mapFormulas } from "./formula-places.js";
import { listColumns, withListOptions } from "./list-options.js";
import { literalFaults } from "./literals.js";

/** The files of a form version that may name figures. */
export interface FormSources {
  readonly form: Source<Shape<"form">>;
  readonly questions: Source<QuestionsSource>;
  readonly parameters: Source<Shape<"parameters">>;
  readonly page: Source<Shape<"page">>;
  readonly official: Source<Shape<"official">> | undefined;
}

/** What is known of a form version's figures once they are in its formulas. */
export interface Figured {
  readonly figures: FormFigures;
  readonly uses: FigureUse;
  readonly faults: readonly Fault[];
}

/** What a form version took from figures files, as `set id`. */
export interface FigureUse {
  readonly figures: ReadonlySet<string>;
  readonly tables: ReadonlySet<string>;
}

/** Names of sets as form.yaml means them where they are written: `2026` is that of the form's own jurisdiction. */
export function absoluteNames(form: Source, folder: string): Source {
  const named = form.data["figures"];
  if (named === undefined || named === null) return form;
  const own = folder.split("/").slice(0, 2).join("/");
  const names = [named].flat().map((name) => (String(name).includes("/") ? String(name) : `${own}/${name}`));
  return { ...form, data: { ...form.data, figures: names } };
}

/** The form with the figures of its year in all formulas, and the tables of its year among its own. */
export function resolveFigures(
  form: FormSources,
  all: ReadonlyMap<string, FigureSet>,
): FormSources & Figured {
  const faults: Fault[] = [];
  const sets = [form.form.data.figures ?? []]
    .flat()
    .map(String)
    .flatMap((name, index) => {
      const found = all.get(name);
      if (found === undefined)
        faults.push({ ...missingSet(name, all), source: form.form, path: ["figures", index] });
      return found ?? [];
    });
  const figures: FormFigures = { year: form.form.data.year, sets };
  const literals = literalFaults(form.form, figures);
  const resolved = <T extends Record<string, unknown>>(file: FormulaFile, source: Source<T>): Source<T> => ({
    ...source,
    data: mapFormulas(file, source.data, (path, formula) => {
      const complain = (rule: Rule, message: string): number => faults.push({ source, path, rule, message });
      for (const fault of literals.inFormula(formula)) complain("literal", inFormula(formula, fault));
      return resolveFormula(formula, figures, (message) => complain("figure", inFormula(formula, message)));
    }),
  });
  return {
    form: form.form,
    figures,
    faults,
    uses: {
      figures: figuresUsed(form, figures),
      tables: new Set([...tablesUsed(form, figures), ...listColumns(form.questions.data, figures)]),
    },
    questions: withTables(
      withListOptions(resolved("questions", form.questions), figures, (fault) => faults.push(fault)),
      form,
      figures,
    ),
    parameters: resolved("parameters", form.parameters),
    page: resolved("page", form.page),
    official: form.official === undefined ? undefined : resolved("official", form.official),
  };
}

function missingSet(name: string, all: ReadonlyMap<string, FigureSet>): Pick<Fault, "rule" | "message"> {
  const [country, jurisdiction, year] = name.split("/");
  const near = [...all.keys()].filter((one) => one.startsWith(`${country}/${jurisdiction}/`));
  const choose = near.length === 0 ? "" : `, or name one of ${near.join(", ")}`;
  return {
    rule: "figure",
    message: `there are no figures ${name}: write content/${country}/${jurisdiction}/figures/${year}.yaml${choose}`,
  };
}

function sources({ form, questions, parameters, page, official }: FormSources): Source[] {
  return [form, questions, parameters, page, ...(official === undefined ? [] : [official])];
}

function figuresUsed(form: FormSources, figures: FormFigures): ReadonlySet<string> {
  const ids = sources(form).flatMap(({ data }) => figuresIn(JSON.stringify(data)));
  return new Set(
    ids.flatMap((id) => {
      const set = setOf(figures, id, "figures");
      return set === undefined ? [] : `${set.name} ${id}`;
    }),
  );
}

/** Names of the tables that a formula looks into or the page prints. */
export function tableNames(form: FormSources): ReadonlySet<string> {
  const formulas = (["questions", "parameters", "page", "official"] as const).flatMap((file) =>
    formulasOf(file, form[file]?.data ?? {}).map(([, formula]) => formula),
  );
  const looked = formulas.flatMap((formula) =>
    [...formula.matchAll(/\blookup\(\s*([\w.]+)/g)].map(([, name = ""]) => name),
  );
  const printed = [...JSON.stringify(form.page.data).matchAll(/"lookup":"(\w+)/g)].map(
    ([, name = ""]) => name,
  );
  return new Set([...looked, ...printed]);
}

/** Those of a figures file, unless the form has one of that name itself. */
function tablesUsed(form: FormSources, figures: FormFigures): ReadonlySet<string> {
  const own = form.questions.data.tables ?? {};
  return new Set(
    [...tableNames(form)].flatMap((name) => {
      const set = setOf(figures, name, "tables");
      return set === undefined || Object.hasOwn(own, name) ? [] : `${set.name} ${name}`;
    }),
  );
}

function withTables(
  questions: FormSources["questions"],
  form: FormSources,
  figures: FormFigures,
): FormSources["questions"] {
  const borrowed = [...tablesUsed(form, figures)].map((use) => use.split(" ")[1] ?? "");
  if (borrowed.length === 0) return questions;
  const tables = Object.fromEntries(
    borrowed.flatMap((name) => {
      const table = setOf(figures, name, "tables")?.tables.get(name);
      return table === undefined ? [] : [[name, table]];
    }),
  );
  return {
    ...questions,
    data: { ...questions.data, tables: { ...tables, ...questions.data.tables } },
    at: (path) => {
      const [group, name] = path;
      const set =
        group === "tables" && borrowed.includes(String(name))
          ? setOf(figures, String(name), "tables")
          : undefined;
      return set === undefined ? questions.at(path) : set.source.at(tablePath(String(name)));
    },
  };
}
