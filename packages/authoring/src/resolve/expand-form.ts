import type { Fault } from "../read/fault.js";
import type { Source } from "../read/source.js";
import type { QuestionSource, QuestionsSource, WrittenQuestions } from "../schema/questions.js";
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
  const expanded = expandGates(unrepeated.questions, vocabulary);
  const { gates, faults } = expanded;
  const questions = { ...expanded.questions, data: withGivenChecks(expanded.questions.data) };
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

/** Another answer than the given one breaks a rule, which clients know that do not read `given`. */
function withGivenChecks(data: QuestionsSource): QuestionsSource {
  const inSets = (sets: QuestionsSource["sets"]): QuestionsSource["sets"] =>
    Object.fromEntries(
      Object.entries(sets).map(([setId, set]) => [
        setId,
        {
          ...set,
          questions: Object.fromEntries(
            Object.entries(set.questions).map(([id, question]) => [id, withGivenCheck(id, question)]),
          ),
        },
      ]),
    );
  const { sets, federalSets } = data;
  return {
    ...data,
    sets: inSets(sets),
    ...(federalSets === undefined ? {} : { federalSets: inSets(federalSets) }),
  };
}

function withGivenCheck(id: string, question: QuestionSource): QuestionSource {
  if (question.given === undefined || !("value" in question.given)) return question;
  const { when, value, message } = question.given;
  const same = `${id} == (${value})`;
  const must = when === undefined ? same : `not (${when}) or ${same}`;
  return { ...question, checks: [...(question.checks ?? []), { must, message }] };
}
