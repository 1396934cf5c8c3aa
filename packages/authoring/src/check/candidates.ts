import { signatureDate } from "@withholding-forms/catalog/model/signature-date";
import {
  Decimal,
  type Expression,
  idsOf,
  parseExpression,
  type Question,
  readAnswer,
  type Table,
  valueTypeOf,
  visit,
} from "@withholding-forms/interview";
import type { FormParts } from "../compile/form.js";
import { checkInputs } from "../compile/scope.js";
import { sampleDay, sampleRegions } from "./cases.js";
import { sampleOf } from "./sample.js";

/** Answers worth trying for each question: all options, and for amounts and dates whatever a formula compares them with. */
export interface Candidates {
  /** The usual one first; then all others. */
  of(id: string): readonly string[];
  /** Answers that the ids depend on: themselves, what they are calculated from, what decides whether they are asked. */
  sources(ids: readonly string[]): readonly string[];
  /** Those of them that no question asks: what checks look at besides answers. */
  readonly inputs: readonly string[];
}

export function candidatesOf(parts: FormParts): Candidates {
  const questions = [...parts.sets.en.plain, ...(parts.sets.en.federal ?? [])].flatMap(
    (set) => set.questions,
  );
  const restsOn = new Map<string, Set<string>>();
  for (const { id, calculation, required } of questions) {
    const known = restsOn.get(id) ?? new Set();
    for (const source of [calculation?.formula ?? "", required.when ?? ""].flatMap(idsIn)) known.add(source);
    restsOn.set(id, known);
  }
  const checked = questions.flatMap(({ checks = [] }) => checks.flatMap(({ formula }) => idsIn(formula)));
  const inputs = Object.keys(checkInputs).filter((id) => checked.includes(id));
  const answers = new Set([
    ...questions.filter((question) => !question.isCalculated).map(({ id }) => id),
    ...inputs,
  ]);
  const found = new Map<string, readonly string[]>();
  // A published wage table has hundreds of comparisons of the same ids.
  const sources = (ids: readonly string[]): readonly string[] => {
    const key = ids.join(" ");
    const known = found.get(key) ?? sourcesOf(ids);
    found.set(key, known);
    return known;
  };
  const sourcesOf = (ids: readonly string[]): readonly string[] => {
    // Nearest first: what an id is calculated from, then what that depends on.
    const seen = new Set(ids);
    for (const id of seen) for (const one of restsOn.get(id) ?? []) seen.add(one);
    return [...seen].filter((id) => answers.has(id));
  };
  const literals = comparedWith(parts, questions, sources);
  const values = new Map<string, readonly string[]>();
  for (const question of questions) {
    if (question.isCalculated) continue;
    const more = tried(question, literals.get(question.id) ?? new Set());
    values.set(question.id, [...new Set([...(values.get(question.id) ?? []), ...more])]);
  }
  for (const [id, years] of claimYears(parts)) if (values.has(id)) values.set(id, years);
  for (const id of inputs)
    values.set(
      id,
      id === signatureDate
        ? [sampleDay(parts.form)]
        : [...new Set([sampleRegions[parts.form.country], ...(literals.get(id) ?? [])])],
    );
  return { of: (id) => values.get(id) ?? [], sources, inputs };
}

/** A claim that names its year is accepted for two years: that of the day of the examples, and the next. */
function claimYears({ form }: FormParts): [string, readonly string[]][] {
  const first = Number(sampleDay(form).slice(0, 4));
  const years = [String(first), String(first + 1)];
  return form.validity.claims.flatMap(({ year = "" }) =>
    idsIn(year).map((id): [string, string[]] => [id, years]),
  );
}

/** Max amounts that are tried for one question. If more were found, the tried ones are spread over them. */
const maxAmounts = 8;

function tried(question: Question, literals: ReadonlySet<string>): string[] {
  const taken = (values: readonly string[]): string[] =>
    values.filter((value) => "value" in readAnswer(question, value));
  const options = (question.questionOptions ?? []).map((option) => String(option.value));
  if (options.length > 0) return taken(options);
  if (question.multiSelectQuestionOptions !== undefined) {
    const all = question.multiSelectQuestionOptions.map((option) => option.id);
    return taken([...all, all.join(",")]);
  }
  const { short, long } = sampleOf(question.validationRegex ?? "^[A-Za-z]{1,20}$");
  const samples = [short ?? "", long ?? ""];
  switch (valueTypeOf(question)) {
    case "boolean":
      return taken(["true", "false"]);
    case "number": {
      const edges = [...literals].filter((text) => /^[0-9.]+$/.test(text)).map((text) => new Decimal(text));
      const around = spread(edges.sort((a, b) => a.cmp(b))).flatMap((edge) => [
        edge.minus(1).toFixed(),
        edge.toFixed(),
        edge.plus(1).toFixed(),
      ]);
      return taken(["1", "0", "2", "10", "100", "1000", ...around, ...samples]);
    }
    case "date": {
      const days = [...literals].filter((text) => /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text));
      const around = spread(days.sort()).flatMap((day) => [shifted(day, -1), day, shifted(day, 1)]);
      return taken(["2026-01-15", "06/30/1950", "2010-06-30", ...around, ...samples]);
    }
    default:
      return taken([...samples, ...literals]);
  }
}

function spread<T>(sorted: readonly T[]): T[] {
  if (sorted.length <= maxAmounts) return [...sorted];
  const step = (sorted.length - 1) / (maxAmounts - 1);
  return Array.from({ length: maxAmounts }, (_, index) => sorted[Math.round(index * step)] as T);
}

function shifted(day: string, by: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + by);
  return date.toISOString().slice(0, 10);
}

/** For each question the numbers and words that some formula checks against it, directly or through a calculation. */
function comparedWith(
  parts: FormParts,
  questions: readonly Question[],
  sources: (ids: readonly string[]) => readonly string[],
): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const note = (ids: readonly string[], values: readonly string[]): void => {
    for (const id of sources(ids)) {
      const known = found.get(id) ?? new Set();
      for (const value of values) known.add(value);
      found.set(id, known);
    }
  };
  // One answer may be compared with another, so the options of the one are worth trying for the other.
  const options = new Map(
    questions.map(
      ({ id, questionOptions = [] }) => [id, questionOptions.map(({ value }) => String(value))] as const,
    ),
  );
  const formulas = [
    ...questions.flatMap(({ required, calculation, checks }) => [
      required.when,
      calculation?.formula,
      ...(checks ?? []).map((check) => check.formula),
    ]),
    ...parts.form.parameters.flatMap(({ value, when }) => [value, when]),
    ...parts.form.printed.map(({ value }) => value),
  ];
  for (const formula of new Set(formulas)) {
    const expression = formula === undefined || formula === "" ? undefined : parsed(formula);
    if (expression === undefined) continue;
    visit(expression, (node) => {
      if (node.kind === "binary" && ["==", "<", "<=", ">", ">="].includes(node.operator))
        note(idsOf(node), [...literalsIn(node), ...idsOf(node).flatMap((id) => options.get(id) ?? [])]);
      if (node.kind === "call" && node.name === "lookup") {
        const [name, ...keys] = node.operands;
        let level = name?.kind === "id" ? [parts.tables.get(name.name)] : [];
        for (const key of keys) {
          note(idsOf(key), level.flatMap(boundsOf));
          level = level.flatMap(below);
        }
      }
    });
  }
  return found;
}

function literalsIn(expression: Expression): string[] {
  const found: string[] = [];
  visit(expression, (node) => {
    if (node.kind === "number") found.push(node.value.toFixed());
    if (node.kind === "text") found.push(node.value);
  });
  return found;
}

function boundsOf(table: Table | undefined): string[] {
  if (table === undefined || typeof table === "string" || table instanceof Decimal) return [];
  return "words" in table ? [...table.words.keys()] : table.bands.map((band) => band.from.toFixed());
}

function below(table: Table | undefined): Table[] {
  if (table === undefined || typeof table === "string" || table instanceof Decimal) return [];
  return "words" in table ? [...table.words.values()] : table.bands.map((band) => band.leads);
}

const formulas = new Map<string, Expression | undefined>();

function parsed(formula: string): Expression | undefined {
  if (!formulas.has(formula)) {
    try {
      formulas.set(formula, parseExpression(formula));
    } catch {
      // Empty, or reported where the formula itself is checked.
      formulas.set(formula, undefined);
    }
  }
  return formulas.get(formula);
}

function idsIn(formula: string): readonly string[] {
  const expression = parsed(formula);
  return expression === undefined ? [] : idsOf(expression);
}
