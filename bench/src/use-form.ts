import type { FormVersion } from "@withholding-forms/catalog";

type Language = FormVersion["language"];

/** Loads what a form keeps in memory once somebody answers its questions in a language and completes it. */
export function useForm(form: FormVersion, language: Language): void {
  form.questionSet(form.initialQuestionSet, language, false);
  form.template();
  form.complete({
    employee: {},
    employer: undefined,
    fields: {},
    federalValues: undefined,
    mode: "PREVIEW",
    language,
    instant: new Date(),
    timeZone: "UTC",
  });
}
