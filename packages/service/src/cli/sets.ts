import type { Catalog, FormVersion } from "@withholding-forms/catalog";
import { allQuestionSets, type FormSource, type QuestionSet } from "@withholding-forms/client";
import type { Language } from "@withholding-forms/interview";
import { OperatorError } from "../operator-error.js";
import { requireForm } from "./require-form.js";

/** The catalog as a source of question sets: the same as from a client, without a network. */
export function catalogSource(catalog: Catalog): FormSource {
  return {
    async formQuestionSet(formId, questionSetId, { formVersion, language = "en", hasFederalValues = false }) {
      const { form } = requireForm(catalog, formId, formVersion);
      const set = form.questionSet(questionSetId, language, hasFederalValues);
      if (set === undefined) throw new OperatorError(`${formId} has no question set ${questionSetId}.`);
      return set;
    },
    async formInformation(formId, { formVersion }) {
      const { form } = requireForm(catalog, formId, formVersion);
      return {
        formVersion: form.version,
        initialQuestionSetId: form.initialQuestionSet,
        acceptsFederalValues: form.acceptsFederalValues,
      };
    },
  };
}

export interface SetChoice {
  readonly language: Language;
  readonly hasFederalValues: boolean;
}

export function setsOf(
  catalog: Catalog,
  form: FormVersion,
  choice: SetChoice,
): Promise<readonly QuestionSet[]> {
  const { id: formId, version: formVersion } = form;
  return allQuestionSets(catalogSource(catalog), { formId, formVersion, ...choice });
}
