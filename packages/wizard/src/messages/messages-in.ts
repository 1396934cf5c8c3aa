import type { Language } from "@withholding-forms/client";
import { en } from "./en.js";
import { es } from "./es.js";
import { fr } from "./fr.js";
import type { Messages } from "./messages.js";

const all: Readonly<Record<Language, Messages>> = { en, es, fr };

export const languages: readonly Language[] = ["en", "es", "fr"];

export function messagesIn(language: Language): Messages {
  return all[language];
}

/** The regions whose formats are used for dates and amounts. */
export const locales: Readonly<Record<Language, string>> = { en: "en-US", es: "es-US", fr: "fr-CA" };
