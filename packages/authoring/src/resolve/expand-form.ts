import type { Fault } from "../read/fault.js";
import type { Source } from "../read/source.js";
import type { WrittenQuestions } from "../schema/questions.js";
import { type FormulaFile, mapFormulas } from "./formula-places.js";
import { expandGates, type Gate, type Vocabulary } from "./gates.js";
import type { FormSources } from "./resolve-figures.js";
import { expandRows, type Rows, withSums } from "./rows.js";

/** The files of a form version as they are written. */
export type WrittenSources = Omit<FormSources, "questions"> & {
  readonly questions: Source<WrittenQuestions>;
};

/** What is known of a form version once its abbreviations are spelled out. */
export interface Expanded {
  readonly gates: readonly Gate[];
  /** `repeat` of all sets, by name. */
  readonly rows: ReadonlyMap<string, Rows>;
}

export interface ExpandedForm extends Expanded {
  readonly sources: FormSources;
  readonly faults: readonly Fault[];
}

/** Spells out what questions.yaml abbreviates, so that everything after it sees plain questions and sets. */
export function expandForm(form: WrittenSources, vocabulary: Vocabulary): ExpandedForm {
  const unrepeated = expandRows(form.questions);
  const { rows } = unrepeated;
  const { questions, gates, faults } = expandGates(unrepeated.questions, vocabulary);
  const summed = <T>(file: FormulaFile, source: Source<T>): Source<T> =>
    rows.size === 0
      ? source
      : { ...source, data: mapFormulas(file, source.data, (_, formula) => withSums(formula, rows)) };
  return {
    sources: {
      ...form,
      questions: summed("questions", questions),
      parameters: summed("parameters", form.parameters),
      page: summed("page", form.page),
      official: form.official === undefined ? undefined : summed("official", form.official),
    },
    gates,
    rows,
    faults: [...unrepeated.faults, ...faults],
  };
}
