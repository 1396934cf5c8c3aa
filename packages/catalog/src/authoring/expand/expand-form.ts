import type { Fault, FormSources } from "../resolve-figures.js";
import type { WrittenQuestions } from "../schema/questions.js";
import type { Source } from "../source.js";
import { expandGates, type Gate, type Vocabulary } from "./gates.js";

/** The files of a form version as they are written. */
export type WrittenSources = Omit<FormSources, "questions"> & { readonly questions: Source<WrittenQuestions> };

/** What is known of a form version once its abbreviations are spelled out. */
export interface Expanded {
  readonly gates: readonly Gate[];
}

export interface ExpandedForm extends Expanded {
  readonly sources: FormSources;
  readonly faults: readonly Fault[];
}

/** Spells out what questions.yaml abbreviates, so that everything after it sees plain questions and sets. */
export function expandForm(form: WrittenSources, vocabulary: Vocabulary): ExpandedForm {
  const { questions, gates, faults } = expandGates(form.questions, vocabulary);
  return { sources: { ...form, questions }, gates, faults };
}
