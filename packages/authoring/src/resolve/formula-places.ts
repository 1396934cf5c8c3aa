import { isRecord, type Path } from "../read/source.js";

export type FormulaFile = "questions" | "parameters" | "page" | "official";

type Change = (path: Path, formula: string) => string;

/** A form's file with every formula in it changed; words and everything else stay as they are. */
export function mapFormulas<T>(file: FormulaFile, data: T, change: Change): T {
  return visited(data, [], isFormula[file], change) as T;
}

/** Every formula of a file with its place. */
export function formulasOf(file: FormulaFile, data: unknown): (readonly [Path, string])[] {
  const found: (readonly [Path, string])[] = [];
  mapFormulas(file, data, (path, formula) => {
    found.push([path, formula]);
    return formula;
  });
  return found;
}

const isFormula: Readonly<Record<FormulaFile, (path: Path) => boolean>> = {
  questions: (path) => {
    const key = path.at(-1);
    if (path[0] === "helpers") return path.length === 2;
    // sets.QS1.questions.total.calculate, sets.QS1.questions.total.checks.0.must and ...suggest.0.value
    return (
      path[2] === "questions" &&
      ((path.length === 5 && (key === "when" || key === "calculate")) ||
        (path.length === 7 && (key === "must" || (path[4] === "suggest" && key !== "from"))))
    );
  },
  parameters: (path) => path.length === 2 && (path[1] === "value" || path[1] === "when"),
  page: (path) => {
    const key = path.at(-1);
    return (
      (key === "value" || key === "on" || key === "when") && (path[0] === "blocks" || path[0] === "pieces")
    );
  },
  official: (path) =>
    ((path[0] === "fields" || path[0] === "private") && path.length === 2) ||
    (path[0] === "add" && path.at(-1) === "value"),
};

function visited(data: unknown, path: Path, wanted: (path: Path) => boolean, change: Change): unknown {
  if (typeof data === "string") return wanted(path) ? change(path, data) : data;
  if (Array.isArray(data)) return data.map((item, index) => visited(item, [...path, index], wanted, change));
  if (!isRecord(data)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, item]) => [key, visited(item, [...path, key], wanted, change)]),
  );
}

interface Parts {
  readonly formula: (formula: string) => string;
  /** Of a field, which is usually the id of a question. */
  readonly name: (name: string) => string;
  readonly sentence: (sentence: string, key: string) => string;
}

const formulaKeys = {
  question: ["when", "calculate", "must"],
  block: ["value", "on", "when"],
} as const;
const nameKeys = { question: [], block: ["name", "line", "check", "choices"] } as const;

/** A question or a block with its formulas, names and sentences changed, each in its own path. */
export function formulasIn<T>(data: T, what: keyof typeof formulaKeys, parts: Parts): T {
  const inner = (value: unknown, key: string): unknown => {
    if (typeof value === "string") {
      if (formulaKeys[what].some((one) => one === key)) return parts.formula(value);
      return nameKeys[what].some((one) => one === key) ? parts.name(value) : parts.sentence(value, key);
    }
    if (Array.isArray(value)) return value.map((item) => inner(item, key));
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inner(item, name)]));
  };
  return inner(data, "") as T;
}

/** The formula with other ids. Words in quotation marks stay, and so does what `sum()` names: it means every row. */
export function rewrittenIds(formula: string, change: (id: string) => string): string {
  return formula.replace(/"[^"]*"|\bsum\([^)]*\)|[A-Za-z_][A-Za-z0-9_.]*/g, (token) =>
    /^\w[\w.]*$/.test(token) ? change(token) : token,
  );
}
