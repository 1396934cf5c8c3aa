import type { Catalog, FormVersion } from "@withholding-forms/catalog";
import { useForm } from "../use-form.js";

/** Requests a path of the API in a language. Throws if the response is not 200. */
export type Get = (path: string, language: string) => Promise<void>;

const languages = ["en", "es", "fr"] as const;

/** Requests what callers read of the current version of every form, in all languages, and completes each. */
export async function useContent(catalog: Catalog, get: Get): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  for (const form of catalog.current(today)) {
    for (const language of languages) {
      await get(`/fillPdf/${form.id}`, language);
      for (const id of setsOf(form)) await get(`/formQuestionSet/${form.id}/${id}`, language);
      useForm(form, language);
    }
  }
}

/** All question sets that navigation leads to. */
function setsOf(form: FormVersion): string[] {
  const found: string[] = [];
  const named = new Set([form.initialQuestionSet]);
  // This also visits what is added meanwhile.
  for (const id of named) {
    const navigation = form.questionSet(id, "en", false)?.navigation;
    // An end state, not a question set.
    if (navigation === undefined) continue;
    found.push(id);
    const mappings =
      navigation.navigationType === "CONSTANT"
        ? [navigation.navigationMapping]
        : Object.values(navigation.navigationMappings);
    for (const { nextQuestionSetId } of mappings)
      if (nextQuestionSetId !== undefined) named.add(nextQuestionSetId);
  }
  return found;
}
