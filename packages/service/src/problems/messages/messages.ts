import type { Language } from "@withholding-forms/interview";
import en from "./en.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import type { Messages } from "./shape.js";

const all: Readonly<Record<Language, Messages>> = { en, es, fr };

export function messagesIn(language: Language): Messages {
  return all[language];
}

/** Replaces `{name}` with values. */
export function fillIn(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{([a-zA-Z]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}
