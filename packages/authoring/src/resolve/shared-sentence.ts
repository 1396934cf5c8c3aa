import { type Language, numberText } from "@withholding-forms/interview";

/** What a translated sentence needs for one row, person or option. */
export interface SharedSentence {
  /** As it is written and translated, once for all: `Person {{ row }}`. */
  readonly sentence: string;
  /** The translation with the values of this one. */
  filled(translated: string, language: Language): string;
}

/** A placeholder of a sentence that many share, with the value of one of them. A number is written as each language does. */
export function withValue(name: string, value: string | number): string {
  return typeof value === "number" ? `{{ ${name}=${value} }}` : `{{ ${name}:${value} }}`;
}

/** Removes the values from a sentence that `withValue` inserted. */
export function sharedSentence(written: string): SharedSentence {
  const values = new Map<string, { readonly text: string; readonly isNumber: boolean }>();
  const sentence = written.replace(
    /\{\{ (\w+)([:=])([^}]*) \}\}/g,
    (_, name: string, sign: string, text: string) => {
      values.set(name, { text, isNumber: sign === "=" });
      return `{{ ${name} }}`;
    },
  );
  return {
    sentence,
    filled: (translated, language) =>
      translated.replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) => {
        const value = values.get(name);
        if (value === undefined) return placeholder;
        return value.isNumber ? numberText(value.text, language) : value.text;
      }),
  };
}
