import type { Catalog } from "@withholding-forms/catalog";
import type { FormSource } from "@withholding-forms/client";
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
