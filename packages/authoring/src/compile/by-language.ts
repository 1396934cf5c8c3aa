import type { Language } from "@withholding-forms/interview";

/** The same thing in every language. */
export function byLanguage<T>(make: (language: Language) => T): Record<Language, T> {
  return { en: make("en"), es: make("es"), fr: make("fr") };
}
