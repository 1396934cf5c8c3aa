import type { Language } from "@withholding-forms/client";
import en from "./en.json" with { type: "json" };

/** The wizard's own text. Questions come from the service, in the same language. */
export type Messages = typeof en;

export const languages: readonly Language[] = ["en", "es", "fr"];

/** Each in its own language. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: "English",
  es: "Español",
  fr: "Français",
};

interface Loaded {
  readonly words: Messages;
  /** Names of states and provinces that are not the same in English. */
  readonly regions: Readonly<Record<string, string>>;
}

const english: Loaded = { words: en, regions: {} };
const loaded = new Map<Language, Loaded>();

/** Spanish and French are separate files in the bundle: nearly all employees need one language. */
const load: Readonly<Record<Language, () => Promise<Loaded>>> = {
  en: async () => english,
  es: () => import("./es.js"),
  fr: () => import("./fr.js"),
};

export async function loadMessages(language: Language): Promise<void> {
  if (!loaded.has(language)) loaded.set(language, await load[language]());
}

/** English until the language is loaded, or if it cannot be. */
export function messagesIn(language: Language): Messages {
  return (loaded.get(language) ?? english).words;
}

export function regionIn(language: Language, code: string): string | undefined {
  return loaded.get(language)?.regions[code];
}

/** The regions whose formats are used for dates and amounts. */
export const locales: Readonly<Record<Language, string>> = { en: "en-US", es: "es-US", fr: "fr-CA" };

/** The first of the browser's languages that there is. */
export function preferredLanguage(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.map((tag) => languages.find((one) => one === tag)).find((one) => one !== undefined) ?? "en";
}

/** Of the browser's first language that names a country, such as fr-CA. */
export function preferredCountry(): "US" | "CA" {
  return navigator.languages.find((tag) => /-(?:US|CA)$/.test(tag))?.endsWith("CA") ? "CA" : "US";
}
