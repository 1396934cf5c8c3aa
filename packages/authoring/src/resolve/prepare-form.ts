import type { Content, FormContent } from "./content.js";
import { expandForm } from "./expand-form.js";
import { ancestors, type WrittenForm } from "./form-files.js";
import { withLocality } from "./locality-code.js";
import { meaningOf } from "./parameter-meaning.js";
import { type CaseScope, resolveCases, usesFigures } from "./resolve-cases.js";
import { resolveFigures } from "./resolve-figures.js";

type Shared = Pick<Content, "answers" | "blocks" | "vocabulary" | "figures">;

/** The form with everything spelled out, its locality and its figures in place. */
export function preparedForm(written: WrittenForm, shared: Shared): FormContent {
  const code = written.form.data.locality;
  const { bases, ...form } = code === undefined ? written : inLocality(written, code);
  const words = { kinds: shared.answers.data, words: shared.blocks.data.words };
  const { sources, faults, ...expanded } = expandForm(form, words);
  const figured = resolveFigures(sources, shared.figures);
  const scope: CaseScope = {
    figures: figured.figures,
    tables: figured.questions.data.tables ?? {},
    language: figured.form.data.language,
    parameterType: (id) => meaningOf(shared.vocabulary.data, id)?.type,
  };
  const cases = form.cases === undefined ? undefined : resolveCases(form.cases, scope);
  return {
    ...form,
    ...expanded,
    ...figured,
    cases: cases?.cases,
    inherited: ancestors(bases).flatMap((one) =>
      one.cases === undefined
        ? []
        : [
            {
              from: one.folder,
              cases: resolveCases(one.cases, scope).cases,
              figured: new Set(one.cases.data.list.filter(usesFigures).map((written) => written.case)),
              language: one.form.data.language,
              asBefore: withFiguresOf(written, one, shared),
            },
          ],
    ),
    faults: [...faults, ...figured.faults, ...(cases?.faults ?? [])],
  };
}

/** The form and the cases it inherits, with the code of its locality for LOCALITY. */
function inLocality(form: WrittenForm, code: string): WrittenForm {
  return {
    ...form,
    questions: withLocality(form.questions, code),
    parameters: withLocality(form.parameters, code),
    page: withLocality(form.page, code),
    cases: form.cases === undefined ? undefined : withLocality(form.cases, code),
    bases: form.bases.map((base) => inLocality(base, code)),
  };
}

/** A figure that the earlier version does not have keeps the form's value. */
function withFiguresOf(form: WrittenForm, earlier: WrittenForm, shared: Shared): FormContent | undefined {
  const [own, before] = [form.form.data, earlier.form.data];
  const sets = (data: typeof own): (string | number)[] => [data.figures ?? []].flat();
  if (own.year === before.year && JSON.stringify(sets(own)) === JSON.stringify(sets(before)))
    return undefined;
  const year = before.year ?? own.year;
  const data = {
    ...own,
    figures: [...sets(own), ...sets(before)],
    ...(year === undefined ? {} : { year }),
  };
  return preparedForm({ ...form, form: { ...form.form, data }, cases: undefined, bases: [] }, shared);
}
