import type { FormVersion } from "@withholding-forms/catalog";

type Language = FormVersion["language"];

/** Loads what stays in memory once a form's questions are answered in a language and the form is completed. */
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
