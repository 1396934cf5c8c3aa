import type { Fault } from "../read/fault.js";
import type { Path, Source } from "../read/source.js";
import type { QuestionSource, QuestionsSource, SetSource } from "../schema/questions.js";
import { type FormFigures, type List, setOf } from "./figures.js";
import { withValue } from "./shared-sentence.js";

type Option = { value: string; label: string };

/** Spells out `optionsFrom`: an option per row of the list, then the question's own options. */
export function withListOptions(
  questions: Source<QuestionsSource>,
  figures: FormFigures,
  report: (fault: Fault) => void,
): Source<QuestionsSource> {
  const spelledOut = (path: Path, question: QuestionSource): QuestionSource => {
    const { optionsFrom, ...rest } = question;
    if (optionsFrom === undefined) return question;
    const complain = (message: string): void =>
      report({ source: questions, path: [...path, "optionsFrom"], rule: "option", message });
    const list = setOf(figures, optionsFrom.list, "lists")?.lists.get(optionsFrom.list);
    if (list === undefined)
      complain(
        `there is no list "${optionsFrom.list}": add it to the figures of the form, or correct the name`,
      );
    const unknown = placeholders(optionsFrom.label).find((name) => list?.columns.includes(name) === false);
    if (unknown !== undefined)
      complain(
        `{{ ${unknown} }} is not a column of ${optionsFrom.list}: use one of ${list?.columns.join(", ")}`,
      );
    return { ...rest, options: [...rowOptions(optionsFrom.label, list), ...ownOptions(question)] };
  };
  const inSets = (group: string, sets: Readonly<Record<string, SetSource>>): Record<string, SetSource> =>
    Object.fromEntries(
      Object.entries(sets).map(([id, set]) => [
        id,
        {
          ...set,
          questions: Object.fromEntries(
            Object.entries(set.questions).map(([name, question]) => [
              name,
              spelledOut([group, id, "questions", name], question),
            ]),
          ),
        },
      ]),
    );
  const { sets, federalSets } = questions.data;
  return {
    ...questions,
    data: {
      ...questions.data,
      sets: inSets("sets", sets),
      ...(federalSets === undefined ? {} : { federalSets: inSets("federalSets", federalSets) }),
    },
  };
}

/** Columns that labels of options show, as `set list.column`. */
export function listColumns({ sets, federalSets }: QuestionsSource, figures: FormFigures): string[] {
  return [...Object.values(sets), ...Object.values(federalSets ?? {})]
    .flatMap((set) => Object.values(set.questions))
    .flatMap(({ optionsFrom }) => {
      const set = optionsFrom && setOf(figures, optionsFrom.list, "lists");
      return set === undefined
        ? []
        : placeholders(optionsFrom?.label ?? "").map(
            (column) => `${set.name} ${optionsFrom?.list}.${column}`,
          );
    });
}

function rowOptions(label: string, list: List | undefined): Option[] {
  if (list === undefined) return [];
  return list.rows.map((row) => ({
    value: String(row[0]),
    // A column that does not exist, or a short row, was reported.
    label: label.replace(placeholder, (_, column: string) =>
      withValue(column, row[list.columns.indexOf(column)] ?? ""),
    ),
  }));
}

function ownOptions({ options = {} }: QuestionSource): Option[] {
  return Array.isArray(options)
    ? options
    : Object.entries(options).map(([value, label]) => ({ value, label: String(label) }));
}

const placeholder = /\{\{\s*(\w+)\s*\}\}/g;

function placeholders(label: string): string[] {
  return [...label.matchAll(placeholder)].map(([, name = ""]) => name);
}
