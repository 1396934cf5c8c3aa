import type { Fault } from "../read/fault.js";
import type { Path, Source } from "../read/source.js";
import type { QuestionSource, RowsSource, WrittenQuestions, WrittenSet } from "../schema/questions.js";
import { formulasIn, rewrittenIds } from "./formula-places.js";
import { withValue } from "./shared-sentence.js";

/** Rows of a form for several people or payments: the same questions, numbered. */
export interface Rows {
  readonly max: number;
  /** IDs as written in questions.yaml, without the number of a row. */
  readonly keys: ReadonlySet<string>;
  /** The id of a key in a row, counted from 1. */
  readonly idIn: (key: string, row: number) => string;
  /** Where it is written in questions.yaml. */
  readonly path: Path;
  /** Formula: how many rows are asked. */
  readonly count: string | undefined;
}

/** questions.yaml without `repeat`: every row has its own questions. */
export type UnrepeatedQuestions = Omit<WrittenQuestions, "sets" | "federalSets"> & {
  sets: Record<string, UnrepeatedSet>;
  federalSets?: Record<string, UnrepeatedSet>;
};
export type UnrepeatedSet = Omit<WrittenSet, "repeat" | "questions"> & {
  questions: Record<string, QuestionSource>;
};

export interface ExpandedRows {
  readonly questions: Source<UnrepeatedQuestions>;
  /** By name. */
  readonly rows: ReadonlyMap<string, Rows>;
  readonly faults: readonly Fault[];
}

/** Spells out `repeat`: `name` becomes `name1`, `name2` and so on, each row asked only where the one before it was. */
export function expandRows(written: Source<WrittenQuestions>): ExpandedRows {
  const rows = new Map<string, Rows>();
  const origins = new Map<string, Path>();
  const faults: Fault[] = [];
  const { sets, federalSets, ...rest } = written.data;
  const expanded = (
    group: string,
    all: Readonly<Record<string, WrittenSet>>,
  ): Record<string, UnrepeatedSet> =>
    Object.fromEntries(
      Object.entries(all).map(([setId, { repeat = {}, questions = {}, ...set }]) => {
        const found: Record<string, QuestionSource> = { ...questions };
        for (const [name, source] of Object.entries(repeat)) {
          const at: Path = [group, setId, "repeat", name];
          const own = rowsOf(source, at);
          if (rows.has(name)) faults.push({ source: written, path: at, ...twice(name) });
          rows.set(name, own);
          for (const fault of rowFaults(source)) faults.push({ source: written, path: at, ...fault });
          for (const { id, question, origin } of rowQuestions(source, own)) {
            if (Object.hasOwn(found, id)) faults.push({ source: written, path: at, ...taken(id) });
            found[id] = question;
            origins.set(JSON.stringify([group, setId, "questions", id]), [...at, ...origin]);
          }
        }
        // A set that has only notes has empty `questions`.
        if (all[setId]?.questions === undefined && Object.keys(found).length === 0)
          faults.push({ source: written, path: [group, setId], ...noQuestions(setId) });
        return [setId, { ...set, questions: found }];
      }),
    );
  const data: UnrepeatedQuestions = {
    ...rest,
    sets: expanded("sets", sets),
    ...(federalSets === undefined ? {} : { federalSets: expanded("federalSets", federalSets) }),
  };
  const questions: Source<UnrepeatedQuestions> = {
    ...written,
    data,
    at: (path) => {
      const origin = origins.get(JSON.stringify(path.slice(0, 4)));
      return written.at(origin === undefined ? path : [...origin, ...path.slice(4)]);
    },
  };
  return { questions, rows, faults };
}

function taken(id: string): Pick<Fault, "rule" | "message"> {
  return {
    rule: "duplicate-id",
    message: `"${id}" is a question already: give the row's question another id`,
  };
}

function twice(name: string): Pick<Fault, "rule" | "message"> {
  return { rule: "duplicate-id", message: `there are two repeats "${name}": give one of them another name` };
}

function noQuestions(setId: string): Pick<Fault, "rule" | "message"> {
  return { rule: "schema", message: `${setId} asks nothing: add \`questions\` or \`repeat\`` };
}

function rowsOf({ max, first, count, more = {}, questions }: RowsSource, path: Path): Rows {
  const idIn = (key: string, row: number): string => (first === "plain" && row === 1 ? key : `${key}${row}`);
  return {
    max,
    keys: new Set([...Object.keys(questions), ...Object.keys(more)]),
    idIn,
    path,
    count,
  };
}

function rowFaults({ count, more, questions }: RowsSource): Pick<Fault, "rule" | "message">[] {
  if (count !== undefined && more !== undefined)
    return [{ rule: "condition", message: "has both `count` and `more`: keep the one that the form uses" }];
  const [first] = Object.entries(questions);
  if (count !== undefined || more !== undefined || first?.[1].required === "never") return [];
  return [
    {
      rule: "condition",
      message: `everyone must fill in every row: add \`count\` or \`more\`, or let "${first?.[0]}" be left out with \`required: never\``,
    },
  ];
}

interface RowQuestion {
  readonly id: string;
  readonly question: QuestionSource;
  /** Below the repeat. */
  readonly origin: Path;
}

function rowQuestions(source: RowsSource, rows: Rows): RowQuestion[] {
  return Array.from({ length: rows.max }, (_, index) => index + 1).flatMap((row) => {
    const asked = rowCondition(source, rows, row);
    const inRow = ([key, question]: [string, QuestionSource], origin: string): RowQuestion => {
      const own = rowText(question, rows, row, "question");
      const when = [asked, own.when].filter((one) => one !== undefined);
      const [only] = when;
      return {
        id: rows.idIn(key, row),
        question:
          only === undefined
            ? own
            : { ...own, when: when.length === 1 ? only : when.map(bracketed).join(" and ") },
        origin: [origin, key],
      };
    };
    const isLast = row === rows.max || source.count !== undefined;
    const more = isLast ? [] : Object.entries(source.more ?? {});
    return [
      ...Object.entries(source.questions).map((one) => inRow(one, "questions")),
      ...more.map((one) => inRow(one, "more")),
    ];
  });
}

function bracketed(formula: string): string {
  return /^\w+$/.test(formula) ? formula : `(${formula})`;
}

/** When a row is asked: as many as are counted, or while the one before it says that there is another. */
function rowCondition({ count, more, questions }: RowsSource, rows: Rows, row: number): string | undefined {
  if (count !== undefined) return `${bracketed(count)} >= ${row}`;
  if (row === 1) return undefined;
  const [another] = Object.keys(more ?? {});
  if (another !== undefined) return rows.idIn(another, row - 1);
  const [first = ""] = Object.keys(questions);
  return `answered(${rows.idIn(first, row - 1)})`;
}

/**
 * A question or a block of a page as it is in one row: formulas and names mean the row's own ids, `{{ row }}` its
 * number. In sentences the number goes in after the translation, so that one translation serves every row.
 */
export function rowText<T>(data: T, rows: Rows, row: number, what: "question" | "block"): T {
  const id = (name: string): string => (rows.keys.has(name) ? rows.idIn(name, row) : name);
  return formulasIn(data, what, {
    formula: (formula) => rewrittenIds(formula, id).replaceAll(rowNumber, String(row)),
    name: id,
    // Line numbers are not translated.
    sentence: (sentence, key) =>
      sentence.replaceAll(rowNumber, key === "number" ? String(row) : withValue("row", String(row))),
  });
}

const rowNumber = /\{\{\s*row\s*\}\}/g;

/** `sum(amount)` is the amounts of all rows added. */
export function withSums(formula: string, all: ReadonlyMap<string, Rows>): string {
  return formula.replace(/\bsum\(\s*(\w+)\s*\)/g, (call, key: string) => {
    const rows = [...all.values()].find(({ keys }) => keys.has(key));
    if (rows === undefined) return call;
    return `(${Array.from({ length: rows.max }, (_, index) => rows.idIn(key, index + 1)).join(" + ")})`;
  });
}
