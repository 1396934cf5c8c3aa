import type { FormVersion } from "@withholding-forms/catalog";
import { allQuestionSets, type QuestionSet } from "@withholding-forms/client";
import type { Language } from "@withholding-forms/interview";

export interface SetChoice {
  readonly language: Language;
  readonly hasFederalValues: boolean;
}

/** Every question set of a form version, the first one of a journey first. */
export function setsOf(form: FormVersion, choice: SetChoice): Promise<readonly QuestionSet[]> {
  const { id: formId, version: formVersion, initialQuestionSet } = form;
  const source = {
    async formQuestionSet(_: string, id: string) {
      const set = form.questionSet(id, choice.language, choice.hasFederalValues);
      if (set === undefined) throw new Error(`${formId} ${formVersion} has no question set ${id}`);
      return set;
    },
    async formInformation() {
      const { acceptsFederalValues } = form;
      return { formVersion, initialQuestionSetId: initialQuestionSet, acceptsFederalValues };
    },
  };
  return allQuestionSets(source, { formId, formVersion, ...choice });
}
